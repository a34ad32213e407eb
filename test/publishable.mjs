// Refuses to publish what is not exactly a tagged commit with its changes written down. Part of `npm publish`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const { version, repository } = JSON.parse(read('package.json'));
const problems = [];
const dirty = git('status', '--porcelain');
if (dirty) problems.push(`The working tree is not clean:\n${dirty}`);
if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
  problems.push(`The commit has no tag v${version}`);
if (!read('CHANGELOG.md').includes(`\n## [${version}] - `))
  problems.push(`CHANGELOG.md has no section "## [${version}] - <date>"`);
if (!repository)
  problems.push('package.json names no repository: provenance says from which one a package was built');

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
