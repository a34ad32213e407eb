import type { ContentBlock } from '../types.ts';

/** Characters of a field that describes a block: those of MCP are a line or a paragraph. */
const MAX_FIELD = 4_000;

/** Audiences of MCP. */
const ROLES: readonly unknown[] = ['user', 'assistant'];

type IsRight = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

/** The fields of one kind of block, by name. */
interface Kind {
  readonly required: { readonly [field: string]: IsRight };
  readonly optional?: { readonly [field: string]: IsRight };
}

const isString: IsRight = (value) => typeof value === 'string';
const isShort: IsRight = (value) => typeof value === 'string' && value.length <= MAX_FIELD;
const isMediaType = (type: RegExp): IsRight => {
  return (value) => typeof value === 'string' && value.length <= 100 && type.test(value);
};
const isAnyMediaType = isMediaType(/^[\w.+-]+\/[\w.+-]+(;[\w=."+; -]*)?$/);

const CONTENTS = { uri: isShort };
const ABOUT_CONTENTS = { name: isShort, title: isShort, mimeType: isAnyMediaType };

/** The contents of a resource: as text, or as bytes. */
const TEXT_CONTENTS: Kind = { required: { ...CONTENTS, text: isString }, optional: ABOUT_CONTENTS };
const BLOB_CONTENTS: Kind = { required: { ...CONTENTS, blob: isBase64 }, optional: ABOUT_CONTENTS };

const KINDS: { readonly [type: string]: Kind } = {
  text: { required: { text: isString } },
  image: { required: { data: isBase64, mimeType: isMediaType(/^image\/[\w.+-]+$/) } },
  audio: { required: { data: isBase64, mimeType: isMediaType(/^audio\/[\w.+-]+$/) } },
  resource: { required: { resource: isRecord } },
  resource_link: {
    required: { uri: isShort, name: isShort },
    optional: { title: isShort, description: isShort, mimeType: isAnyMediaType, size: Number.isFinite },
  },
};

/** Known, but of no use to a model, and without bounds. */
const DROPPED: readonly string[] = ['_meta', 'icons'];

/**
 * A content block of MCP, made anew of the fields that MCP gives its kind; undefined for a value that has others, or
 * wrong ones: it is data that happens to have a `type`, and a model's API would refuse it as a block.
 */
export function knownBlock(value: unknown): ContentBlock | undefined {
  if (!isRecord(value) || typeof value['type'] !== 'string' || !Object.hasOwn(KINDS, value['type'])) return;
  const { type, annotations, ...rest } = value;
  const fields = knownFields(rest, KINDS[type]!);
  if (!fields || (annotations !== undefined && !isRecord(annotations))) return;
  const { resource } = fields;
  if (isRecord(resource)) {
    const contents = knownFields(resource, TEXT_CONTENTS) ?? knownFields(resource, BLOB_CONTENTS);
    if (!contents) return;
    fields['resource'] = contents;
  }
  const known = annotations && knownAnnotations(annotations);
  return { type, ...fields, ...(known && { annotations: known }) } as unknown as ContentBlock;
}

function knownFields(value: Fields, { required, optional = {} }: Kind): Record<string, unknown> | undefined {
  const names = Object.keys(value).filter((name) => !DROPPED.includes(name));
  if (!Object.keys(required).every((name) => names.includes(name))) return;
  const isKnown = (name: string): boolean => {
    const isRight = Object.hasOwn(required, name) ? required[name] : optional[name];
    return Object.hasOwn({ ...required, ...optional }, name) && isRight!(value[name]);
  };
  if (!names.every(isKnown)) return;
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** Those that MCP knows; undefined when there are none. */
function knownAnnotations({ audience, priority, lastModified }: Fields): Fields | undefined {
  const known = {
    ...(isAudience(audience) && { audience }),
    ...(Number.isFinite(priority) && { priority }),
    ...(typeof lastModified === 'string' && lastModified.length <= 100 && { lastModified }),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

function isAudience(value: unknown): boolean {
  return Array.isArray(value) && value.length <= ROLES.length && Array.from(value).every(isRole);
}

function isRole(value: unknown): boolean {
  return ROLES.includes(value);
}

/** With its padding, as the APIs of models want it. Looks for what is not base64, which takes no stack. */
function isBase64(value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || value.length % 4 !== 0) return false;
  const end = value.endsWith('==') ? -2 : value.endsWith('=') ? -1 : value.length;
  return !/[^A-Za-z0-9+/]/.test(value.slice(0, end));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
