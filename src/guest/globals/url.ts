import { defineData, jsonParse, TypeErrorConstructor } from '../../bridge/intrinsics.ts';
import { quote } from '../inspect/text.ts';
import { customInspect } from '../inspect.ts';
import type { GuestPowers } from '../powers.ts';
import { nameClass } from './native-like.ts';
import { observe, replace, URLSearchParams } from './search-params.ts';
import { wellFormed } from './utf8.ts';

type Parts = readonly [
  href: string,
  protocol: string,
  username: string,
  password: string,
  host: string,
  hostname: string,
  port: string,
  pathname: string,
  search: string,
  hash: string,
  origin: string,
];

/** Makes the class `URL` over the platform's parser. */
export function makeUrlClass(parseUrl: GuestPowers['parseUrl']) {
  function parse(input: unknown, base: unknown): Parts | undefined {
    const text = wellFormed(`${input as string}`);
    const result = parseUrl(text, base === undefined ? undefined : wellFormed(`${base as string}`));
    return result === '' ? undefined : (jsonParse(result) as Parts);
  }

  class URL {
    #parts: Parts;
    #searchParams: URLSearchParams | undefined;

    constructor(url: unknown, base: unknown = undefined) {
      const parts = parse(url, base);
      if (parts === undefined) throw invalidUrl(url, base);
      this.#parts = parts;
    }

    static canParse(url: unknown, base: unknown = undefined): boolean {
      return parse(url, base) !== undefined;
    }

    static parse(url: unknown, base: unknown = undefined): URL | null {
      // Not before it is known to be valid: the constructor throws.
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    get href(): string {
      return this.#parts[0];
    }
    set href(value: unknown) {
      if (!this.#set('href', value)) throw invalidUrl(value, undefined);
      this.#updateParams();
    }

    get origin(): string {
      return this.#parts[10];
    }

    get protocol(): string {
      return this.#parts[1];
    }
    set protocol(value: unknown) {
      this.#set('protocol', value);
    }

    get username(): string {
      return this.#parts[2];
    }
    set username(value: unknown) {
      this.#set('username', value);
    }

    get password(): string {
      return this.#parts[3];
    }
    set password(value: unknown) {
      this.#set('password', value);
    }

    get host(): string {
      return this.#parts[4];
    }
    set host(value: unknown) {
      this.#set('host', value);
    }

    get hostname(): string {
      return this.#parts[5];
    }
    set hostname(value: unknown) {
      this.#set('hostname', value);
    }

    get port(): string {
      return this.#parts[6];
    }
    set port(value: unknown) {
      this.#set('port', value);
    }

    get pathname(): string {
      return this.#parts[7];
    }
    set pathname(value: unknown) {
      this.#set('pathname', value);
    }

    get search(): string {
      return this.#parts[8];
    }
    set search(value: unknown) {
      this.#set('search', value);
      this.#updateParams();
    }

    get searchParams(): URLSearchParams {
      if (this.#searchParams === undefined) {
        const params = new URLSearchParams(this.#parts[8]);
        observe(params, (query) => this.#set('search', query));
        this.#searchParams = params;
      }
      return this.#searchParams;
    }

    get hash(): string {
      return this.#parts[9];
    }
    set hash(value: unknown) {
      this.#set('hash', value);
    }

    toString(): string {
      return this.#parts[0];
    }

    toJSON(): string {
      return this.#parts[0];
    }

    [customInspect](
      depth: unknown,
      options: unknown,
      inspect: (value: unknown, options: unknown) => string,
    ): unknown {
      if (!(#parts in this)) return this;
      const parts = this.#parts;
      if (typeof depth === 'number' && depth < 0) return `URL { href: ${quote(parts[0])} }`;
      const shown = {
        href: parts[0],
        origin: parts[10],
        protocol: parts[1],
        username: parts[2],
        password: parts[3],
        host: parts[4],
        hostname: parts[5],
        port: parts[6],
        pathname: parts[7],
        search: parts[8],
        searchParams: this.searchParams,
        hash: parts[9],
      };
      return `URL ${inspect(shown, options)}`;
    }

    #set(property: string, value: unknown): boolean {
      const result = parseUrl(this.#parts[0], undefined, property, wellFormed(`${value as string}`));
      if (result === '') return false;
      this.#parts = jsonParse(result) as Parts;
      return true;
    }

    #updateParams(): void {
      if (this.#searchParams !== undefined) replace(this.#searchParams, this.#parts[8]);
    }
  }

  nameClass(URL, 'URL');
  return URL;
}

function invalidUrl(input: unknown, base: unknown): TypeError {
  const error = new TypeErrorConstructor('Invalid URL');
  defineData(error, 'code', 'ERR_INVALID_URL');
  defineData(error, 'input', `${input as string}`);
  if (base !== undefined) defineData(error, 'base', `${base as string}`);
  return error;
}
