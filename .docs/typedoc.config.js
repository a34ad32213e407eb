// The API reference, of every entry of the package.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Where the source of a declaration lies. */
const sourceOf = (types) => types.replace('./dist/types/', '../src/').replace(/\.d\.ts$/, '.ts');

const entries = Object.values(manifest.exports).flatMap((target) => target.node?.types ?? target.types ?? []);

/** @type {Partial<import('typedoc').TypeDocOptions>} */
const options = {
  name: 'codeseam',
  entryPoints: entries.map(sourceOf),
  tsconfig: '../src/tsconfig.declarations.json',
  out: 'api',
  readme: 'none',
  excludeInternal: true,
  excludeExternals: true,
  disableSources: true,
  // Shapes of single parameters that nobody writes down by name.
  intentionallyNotExported: ['ByteText', 'Address', 'PlatformPowers', 'WasmConfig', 'TranspileOptions'],
  // Every name that can be imported says what it is, and so does every method.
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  requiredToBeDocumented: [
    'Enum',
    'Variable',
    'Function',
    'Class',
    'Interface',
    'TypeAlias',
    'Method',
    'Accessor',
  ],
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
};
export default options;
