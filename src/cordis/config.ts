import { type CodeRuntimeConfig, type FieldRule, resolveConfig } from '../seam/config.ts';
import { ADDRESS, type WasmConfig } from '../transpile/address.ts';

/** What the plugin may be configured with, in the loader's YAML or by code. Limits, units and defaults: `LIMITS`. */
export interface CodeRuntimePluginConfig extends CodeRuntimeConfig, WasmConfig {
  /** Where programs run. Default `worker-thread`. `container` is for Linux with bubblewrap. */
  readonly isolation?: 'worker-thread' | 'process' | 'container';
  /** Whether values that JSON would change are refused, in calls and as what a program returns. Default false. */
  readonly losslessJson?: boolean;
}

/** The part of Standard Schema that Cordis uses, described here so that no package has to be there for the types. */
export interface ConfigSchema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a configuration. */
    readonly validate: (
      value: unknown,
    ) => { readonly value: Value } | { readonly issues: readonly { readonly message: string }[] };
  };
}

const FIELDS: { readonly [name: string]: FieldRule } = {
  wasmURL: ADDRESS,
  isolation: {
    accepts: (value) => value === 'worker-thread' || value === 'process' || value === 'container',
    expected: '"worker-thread", "process" or "container"',
  },
  losslessJson: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
};

/** Checked by Cordis before the plugin starts: a problem names its field. */
export const Config: ConfigSchema<CodeRuntimePluginConfig> = {
  '~standard': {
    version: 1,
    vendor: 'codeseam',
    validate(value) {
      try {
        // A key of a YAML file that is followed by nothing is null.
        resolveConfig(value ?? undefined, { realms: ['bare', 'node'], fields: FIELDS });
        // As given: which limits were is what some rules are about, and the runtime applies those again.
        return { value: { ...(value as CodeRuntimePluginConfig | null | undefined) } };
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return { issues: [{ message: error.message }] };
      }
    },
  },
};
