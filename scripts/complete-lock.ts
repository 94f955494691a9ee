/**
 * Completes package-lock.json: `npm install` omits optional packages of other platforms if the registry in use does not
 * provide them, and `npm ci` then rejects the file. Run it after every change of dependencies:
 * `node --import tsx scripts/complete-lock.ts`
 */
import { readFile, writeFile } from 'node:fs/promises';

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const file = 'package-lock.json';
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Entry> };

const OS = /-(android|darwin|freebsd|linux|openharmony|win32)\b/;
const CPU = /-(arm64|x64|ia32|arm|loong64|ppc64|riscv64|s390x|wasm32)\b/;
const LIBC: Record<string, string> = { gnu: 'glibc', musl: 'musl' };

/** Returns the folders in which the package at `path` looks up its dependencies, nearest first. */
function lookupPaths(path: string): string[] {
  const parents = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return ['', ...parents.filter(Boolean)]
    .reverse()
    .map((parent) => (parent ? `${parent}/node_modules/` : 'node_modules/'));
}

function describe(name: string, version: string, parent: Entry): Entry {
  const [os, cpu] = [OS.exec(name)?.[1], CPU.exec(name)?.[1]];
  const libc = LIBC[/-(gnu|musl)$/.exec(name)?.[1] ?? ''];
  return {
    version: version.replace(/^[~^]/, ''),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

const added: string[] = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lookupPaths(path).some((shelf) => lock.packages[shelf + name])) continue;
    const parent = path.includes('/node_modules/') ? `${path.slice(0, path.lastIndexOf('/node_modules/'))}/` : '';
    lock.packages[`${parent}node_modules/${name}`] = describe(name, version, entry);
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length ? `Added ${added.length} packages: ${added.join(', ')}` : 'The lock file was complete.');
