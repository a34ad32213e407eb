/**
 * Standard Schema and Standard JSON Schema (https://standardschema.dev), as far as they are used: described here, as the
 * specification suggests, so that its package has to be there for nobody.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Checks and converts a value. */
    readonly validate: (
      value: unknown,
    ) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    /** Where the library describes its schemas as JSON Schema. */
    readonly jsonSchema?: StandardJsonSchemaConverter | undefined;
  };
}

/** A schema as JSON Schema: of what it accepts, and of what it makes of that. */
export interface StandardJsonSchemaConverter {
  readonly input: StandardJsonSchemaConversion;
  readonly output: StandardJsonSchemaConversion;
}

/** Throws when the schema cannot be said in JSON Schema. */
export type StandardJsonSchemaConversion = (options: {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}) => Record<string, unknown>;

/** What came of a check: the converted value, or what is wrong. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

/** One thing that is wrong with a value, and where in it. */
export interface StandardSchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of what it accepts. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];
