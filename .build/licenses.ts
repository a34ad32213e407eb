import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What was bundled of other packages, by name: the folder that each lies in. */
type Bundled = Map<string, string>;

/** Collects the packages whose code became part of a bundle. Bundles that travel as text count as well. */
export function noteLicenses(bundled: Bundled): Plugin {
  return {
    name: 'codeseam:note-licenses',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') noteChunk(file, bundled);
    },
  };
}

/** Emits the licenses of all that was collected as a file of the package. Comes after whatever collects. */
export function licenseFile(fileName: string, bundled: Bundled): Plugin {
  return {
    name: 'codeseam:license-file',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName, source: describe(bundled) });
      },
    },
  };
}

function noteChunk(chunk: Rolldown.OutputChunk, bundled: Bundled): void {
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    const match = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id.replaceAll('\\', '/'));
    if (match && renderedLength > 0) bundled.set(match[2]!, match[1]!);
  }
}

function describe(bundled: Bundled): string {
  const sections = [...bundled].sort().map(([name, folder]) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `## ${name} ${manifest.version} (${manifest.license})\n\n${licenseOf(folder, manifest).trim()}\n`;
  });
  return ['# Code of others in this package\n', ...sections].join('\n');
}

function licenseOf(folder: string, { name, license, author }: Record<string, unknown>): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  // The text of the license is our own but for the holder; some packages say no more than which it is.
  const holder = typeof author === 'string' ? author : (author as { name?: string } | undefined)?.name;
  if (license !== 'MIT' || holder === undefined)
    throw new Error(`Expected a license file in the package ${name}`);
  const text = readFileSync(new URL('LICENSE', import.meta.url), 'utf8');
  return text.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
