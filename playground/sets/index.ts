import documents from './documents.js?raw';
import services from './services.js?raw';
import shop from './shop.js?raw';

export interface HostSet {
  readonly title: string;
  readonly source: string;
}

/** Ready-made host functions, each a module of its own that anyone may take along. */
export const SETS = {
  shop: { title: 'A shop', source: shop },
  documents: { title: 'Documents', source: documents },
  services: { title: 'Slow and failing services', source: services },
} as const satisfies Record<string, HostSet>;

export type SetName = keyof typeof SETS;

export const SET_NAMES = Object.keys(SETS) as SetName[];

/** The ready-made set with this source, undefined for the visitor's own. */
export function setOf(source: string): SetName | undefined {
  return SET_NAMES.find((name) => SETS[name].source === source);
}
