import {
  append,
  arrayIsArray,
  getOwnPropertyDescriptor,
  hasOwn,
  type List,
  list,
  MapConstructor,
  mapForEach,
  mapHas,
  mapSet,
  mapSize,
  mathMin,
  objectKeys,
  setSize,
  typedArrayName,
} from '../bridge/intrinsics.ts';
import { eachMapEntry, eachSetValue, typedArrayLength, UNLIMITED } from './builtins.ts';
import { drawTable, type Row } from './draw-table.ts';
import type { Surroundings } from './inspect/context.ts';
import { kindOf } from './inspect/kinds.ts';
import { DEFAULT_SETTINGS, type InspectSettings } from './inspect/options.ts';
import { inspectWith } from './inspect.ts';

const MAX_ROWS = 1_000;
const MAX_COLUMNS = 50;

/** The column of what is not made of properties. */
const VALUES = 'Values';

const CELL: InspectSettings = { ...DEFAULT_SETTINGS, depth: 0, maxArrayLength: 3, breakLength: UNLIMITED };
const FOLDED_CELL: InspectSettings = { ...CELL, depth: -1 };

/** A table of the items of an object; `undefined` for what has none. `only` may list the columns to show. */
export function tableText(data: unknown, only: unknown, surroundings: Surroundings): string | undefined {
  if (typeof data !== 'object' || data === null || surroundings.isProxy(data)) return undefined;
  const table = new TableBuilder(surroundings);
  switch (kindOf(data, surroundings)) {
    case 'map':
      table.addMap(data);
      break;
    case 'set':
      table.addSet(data);
      break;
    case 'array':
      table.addItems(data, (data as unknown[]).length, only);
      break;
    case 'typed-array':
      table.addItems(data, typedArrayLength(data), only);
      break;
    default:
      table.addProperties(data, only);
  }
  return table.draw();
}

class TableBuilder {
  readonly #surroundings: Surroundings;
  readonly #rows: List<Row> = list();
  /** Titles, in the order in which rows first had them. */
  readonly #columns = new MapConstructor<string, undefined>();
  #indexTitle = '(index)';
  #hasValues = false;
  #more = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  addMap(data: object): void {
    this.#indexTitle = '(iteration index)';
    let index = 0;
    eachMapEntry(data, MAX_ROWS, (key, value) => {
      const row = this.#addRow(`${index++}`);
      this.#setCell(row, 'Key', this.#cellText(key));
      this.#setValue(row, value);
    });
    this.#more = mapSize(data) - index;
  }

  addSet(data: object): void {
    this.#indexTitle = '(iteration index)';
    let index = 0;
    eachSetValue(data, MAX_ROWS, (value) => this.#setValue(this.#addRow(`${index++}`), value));
    this.#more = setSize(data) - index;
  }

  addItems(data: object, length: number, only: unknown): void {
    const end = mathMin(length, MAX_ROWS);
    for (let index = 0; index < end; index++) {
      if (hasOwn(data, index)) this.#addItem(`${index}`, data, only);
    }
    this.#more = length - end;
  }

  addProperties(data: object, only: unknown): void {
    const keys = objectKeys(data);
    const end = mathMin(keys.length, MAX_ROWS);
    for (let index = 0; index < end; index++) this.#addItem(keys[index]!, data, only);
    this.#more = keys.length - end;
  }

  draw(): string {
    const columns = list<string>();
    mapForEach(this.#columns, (_, title) => append(columns, title));
    if (this.#hasValues) append(columns, VALUES);
    return drawTable(
      { indexTitle: this.#indexTitle, columns, rows: this.#rows, more: this.#more },
      this.#surroundings.maxLength,
    );
  }

  #addItem(key: string, data: object, only: unknown): void {
    const row = this.#addRow(key);
    const descriptor = getOwnPropertyDescriptor(data, key);
    const value: unknown =
      descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
    const open = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!open || this.#surroundings.isProxy(value)) return this.#setValue(row, value);
    const names = this.#namesOf(value, only);
    for (let index = 0; index < names.length && index < MAX_COLUMNS; index++) {
      const name = names[index];
      if (typeof name !== 'string' && typeof name !== 'number') continue;
      const property = getOwnPropertyDescriptor(value, name);
      this.#setCell(row, `${name}`, property === undefined ? '' : this.#propertyText(property));
    }
  }

  #namesOf(value: object, only: unknown): ArrayLike<unknown> {
    if (arrayIsArray(only) && !this.#surroundings.isProxy(only)) return only;
    const length = arrayIsArray(value) ? value.length : typedLength(value);
    if (length === undefined) return objectKeys(value);
    const names = list<string>();
    for (let index = 0; index < length && index < MAX_COLUMNS; index++) {
      if (hasOwn(value, index)) append(names, `${index}`);
    }
    return names;
  }

  #propertyText(property: PropertyDescriptor): string {
    return hasOwn(property, 'value') ? this.#cellText(property.value) : '[Getter]';
  }

  #addRow(index: string): Row {
    const row: Row = { index, cells: new MapConstructor() };
    append(this.#rows, row);
    return row;
  }

  #setValue(row: Row, value: unknown): void {
    this.#hasValues = true;
    mapSet(row.cells, VALUES, this.#cellText(value));
  }

  #setCell(row: Row, column: string, text: string): void {
    if (!mapHas(this.#columns, column)) {
      if (mapSize(this.#columns) >= MAX_COLUMNS) return;
      mapSet(this.#columns, column, undefined);
    }
    mapSet(row.cells, column, text);
  }

  /** An object of more than two properties would make the cell too wide. */
  #cellText(value: unknown): string {
    let settings = CELL;
    if (typeof value === 'object' && value !== null && !this.#surroundings.isProxy(value)) {
      const plain = kindOf(value, this.#surroundings) === 'object';
      if (plain && objectKeys(value).length > 2) settings = FOLDED_CELL;
    }
    return inspectWith(value, settings, this.#surroundings);
  }
}

function typedLength(value: object): number | undefined {
  return typedArrayName(value) === undefined ? undefined : typedArrayLength(value);
}
