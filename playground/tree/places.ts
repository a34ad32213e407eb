import { hasParts } from './children.ts';

interface Place {
  readonly owner: object | undefined;
  readonly label: string;
}

/** Where each object of a value stands first: any other place of it refers to that one, so that cycles end. */
export class Places {
  readonly #first = new Map<object, Place>();

  constructor(root: unknown) {
    const rest: object[] = [];
    const meet = (value: unknown, owner: object | undefined, label: string): void => {
      if (typeof value !== 'object' || value === null || this.#first.has(value)) return;
      this.#first.set(value, { owner, label });
      if (hasParts(value)) rest.push(value);
    };
    meet(root, undefined, 'value');
    for (let index = 0; index < rest.length; index++) {
      const owner = rest[index]!;
      if (ArrayBuffer.isView(owner)) continue;
      if (owner instanceof Map) meetEntries(owner, meet);
      else if (owner instanceof Set) meetAll([...owner], owner, meet);
      else if (Array.isArray(owner)) meetAll(owner, owner, meet);
      else {
        for (const key of Object.keys(owner)) meet((owner as Record<string, unknown>)[key], owner, key);
        if (owner instanceof Error) meet(owner.cause, owner, 'cause');
      }
    }
  }

  isFirst(value: object, owner: object | undefined, label: string): boolean {
    const place = this.#first.get(value);
    return place === undefined || (place.owner === owner && place.label === label);
  }

  /** The way to where an object stands first: `value.family.children[0]`. */
  pathTo(value: object): string {
    const steps: string[] = [];
    for (let place = this.#first.get(value); place; place = place.owner && this.#first.get(place.owner)) {
      const { owner, label } = place;
      if (owner === undefined) steps.push(label);
      else if (/^\d+$/.test(label)) steps.push(`[${label}]`);
      else steps.push(/^[A-Za-z_$][\w$]*$/.test(label) ? `.${label}` : `[${label}]`);
    }
    return steps.reverse().join('');
  }
}

type Meet = (value: unknown, owner: object, label: string) => void;

function meetAll(items: readonly unknown[], owner: object, meet: Meet): void {
  for (let index = 0; index < items.length; index++) meet(items[index], owner, String(index));
}

function meetEntries(map: Map<unknown, unknown>, meet: Meet): void {
  let index = 0;
  for (const [key, value] of map) {
    const isPlain = typeof key !== 'object' || key === null;
    if (!isPlain) meet(key, map, `key ${index}`);
    meet(value, map, isPlain ? `${JSON.stringify(key) ?? String(key)} ⇒` : `value ${index}`);
    index += 1;
  }
}
