// Opens pages of the site in one Chromium, and hears what they have to say without asking them: a page whose frame
// crashes is one that its driver takes for crashed itself.
import { EventEmitter, once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { chromiumOptions } from '../browser/find-browser.ts';
import { openSite, type Site } from './site.ts';

export interface SceneOptions {
  /** Of the page's document. */
  readonly headers?: OutgoingHttpHeaders;
  /** A classic script that runs before the package is loaded. */
  readonly before?: string;
  /** Default: a context of its own, so that nothing is stored from one scene to the next. */
  readonly context?: BrowserContext;
}

export interface Scene {
  readonly page: Page;
  readonly url: string;
  /** What the page said about the topic. Rejects when its script failed. */
  said(topic: string): Promise<unknown>;
  /** Forgets what it said about the topic. */
  forget(topic: string): void;
  close(): Promise<void>;
}

/** What the scripts of pages find: `WebWorkerCodeRuntime`, `wasmURL`, `say`, `sleep`, `run`, `until`. */
const prologue = (id: number): string => `
import { WebWorkerCodeRuntime } from '/dist/browser.js';
const wasmURL = '/esbuild.wasm';
const say = (topic, value = null) =>
  fetch('/say/${id}/' + topic, { method: 'POST', body: JSON.stringify(value) });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (holds) => { while (!(await holds())) await sleep(10); };
/** Runs a program with these functions as \`host\`. */
const run = (runtime, program, functions = {}, rest = {}) =>
  runtime.run({ program, bindings: [{ global: 'host', functions }], ...rest });
const frames = () => document.querySelectorAll('iframe').length;
addEventListener('unhandledrejection', ({ reason }) => say('error', 'unhandled: ' + (reason?.stack ?? reason)));
addEventListener('error', ({ message }) => say('error', 'uncaught: ' + message));
`;

export class Stage {
  readonly site: Site;
  readonly browser: Browser;
  readonly #said = new Map<string, unknown>();
  readonly #news = new EventEmitter().setMaxListeners(0);
  #scenes = 0;

  constructor(site: Site, browser: Browser) {
    this.site = site;
    this.browser = browser;
    site.onSaid((page, topic, value) => {
      this.#said.set(`${page}/${topic}`, value);
      this.#news.emit(page);
    });
  }

  /** Opens a page that runs the body of a module; what it returns it says as `done`. */
  async open(body: string, { headers, before = '', context }: SceneOptions = {}): Promise<Scene> {
    const id = ++this.#scenes;
    const path = `/scene/${id}`;
    const script = `${prologue(id)}
      const scene = async () => {${body}};
      scene().then((value) => say('done', value), (error) => say('error', String(error?.stack ?? error)));`;
    const tags = `<script src="${path}/before.js"></script><script type="module" src="${path}/scene.js"></script>`;
    this.site.serve(path, {
      body: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Scene</title>${tags}`,
      ...(headers && { headers }),
    });
    this.site.serve(`${path}/before.js`, { body: before });
    this.site.serve(`${path}/scene.js`, { body: script });
    const own = context === undefined ? await this.browser.newContext() : undefined;
    const page = await (context ?? own!).newPage();
    const url = this.site.origin + path;
    await page.goto(url);
    return {
      page,
      url,
      said: (topic) => this.#hear(String(id), topic),
      forget: (topic) => void this.#said.delete(`${id}/${topic}`),
      close: () => own?.close() ?? page.close(),
    };
  }

  /** What a scene returns. */
  async play(body: string, options?: SceneOptions): Promise<unknown> {
    const scene = await this.open(body, options);
    try {
      return await scene.said('done');
    } finally {
      await scene.close();
    }
  }

  async #hear(page: string, topic: string): Promise<unknown> {
    while (!this.#said.has(`${page}/${topic}`)) {
      if (this.#said.has(`${page}/error`)) throw new Error(String(this.#said.get(`${page}/error`)));
      await once(this.#news, page);
    }
    return this.#said.get(`${page}/${topic}`);
  }
}

/** One stage for the tests of a file. */
export function useStage(): () => Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    const { executablePath, args } = chromiumOptions();
    const [site, browser] = await Promise.all([openSite(), chromium.launch({ executablePath, args })]);
    stage = new Stage(site, browser);
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.site.close();
  });
  return () => stage!;
}
