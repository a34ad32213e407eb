// A program as a model would write it: find what is installed more than once, and who ships under which licence.
interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: number;
}

enum Finding {
  Duplicate = 'duplicate',
  Unlicensed = 'unlicensed',
}

const folders: string[] = await packages.list();
console.info(`${folders.length} packages are installed`);

const started = performance.now();
const manifests: Manifest[] = await Promise.all(folders.map((folder) => packages.manifest(folder)));
console.info('manifests read in %d ms', Math.round(performance.now() - started));

const versions = new Map<string, Set<string>>();
const licences = new Map<string, string[]>();
for (const { name, version, license } of manifests) {
  if (!versions.has(name)) versions.set(name, new Set());
  versions.get(name)!.add(version);
  licences.set(license, [...(licences.get(license) ?? []), name]);
}

const duplicates = [...versions].filter(([, found]) => found.size > 1);
const findings = duplicates.map(([name, found]) => ({ kind: Finding.Duplicate, name, detail: [...found].join(', ') }));
for (const name of licences.get('unknown') ?? []) {
  findings.push({ kind: Finding.Unlicensed, name, detail: 'no licence in package.json' });
}

let broken = 'none';
try {
  await packages.manifest('no-such-package');
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  broken = `${error.operation}: ${error.message}`;
}

const largest = await Promise.all(
  manifests
    .sort((a, b) => b.dependencies - a.dependencies)
    .slice(0, 3)
    .map(async ({ name }) => ({ name, kilobytes: Math.round((await packages.size(name)) / 1024) })),
);

console.table([...licences].map(([licence, names]) => ({ licence, packages: names.length })));
return { packages: manifests.length, licences: licences.size, findings, largest, broken };
