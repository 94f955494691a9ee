import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './programs';

type Lock = { packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }> };

/** The licences of what runs in production that somebody has looked at, and what they ask for beyond their text and names. */
const KNOWN: Readonly<Record<string, string>> = {
  '0BSD': '',
  'Apache-2.0': '',
  'Apache-2.0 AND LGPL-3.0-or-later': 'as LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'as LGPL-3.0-or-later',
  'BlueOak-1.0.0': '',
  'BSD-2-Clause': '',
  'BSD-3-Clause': '',
  'CC-BY-4.0': 'data; their source is named here',
  'Hippocratic-2.1': 'no free software licence: forbids uses that harm human rights',
  ISC: '',
  'LGPL-3.0-or-later': 'optional packages of next, not used: images are not optimised',
  MIT: '',
  'MIT-0': '',
  'MPL-2.0': 'changes of its files are published',
  'OFL-1.1': 'fonts; not sold by themselves',
  Unlicense: '',
};

/** Licences of packages whose entry in the lock file names none, as their files say. */
const UNNAMED: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** Platforms at the end of a package's name: their packages are one. */
const PLATFORM = /-(android|darwin|freebsd|linux|linuxmusl|openharmony|wasm32|webcontainers|win32)\b.*$/;

export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
}

/** Returns the packages that run in production by their licence, both in order; 'unknown' if neither lock file nor UNNAMED says it. */
export function licencesOf({ packages }: Lock): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [path, { license, dev, devOptional }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)!;
    if (name === '' || dev || devOptional) continue;
    const licence = license ?? UNNAMED[name] ?? 'unknown';
    found.set(licence, (found.get(licence) ?? new Set()).add(name.replace(PLATFORM, '-*')));
  }
  const sorted = [...found].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return new Map(sorted.map(([licence, names]) => [licence, [...names].toSorted()]));
}

/** Returns one line for each licence that nobody has looked at, with its packages. */
export const newLicences = (lock: Lock): string[] =>
  [...licencesOf(lock)]
    .filter(([licence]) => !(licence in KNOWN))
    .map(([licence, names]) => `${licence}: ${names.join(', ')}`);

/** The table of NOTICE.md. */
export async function licencesTable(): Promise<string> {
  const rows = [...licencesOf(await readLock())].map(
    ([licence, names]) => `| ${licence} | ${KNOWN[licence] ?? ''} | ${names.join(', ')} |`,
  );
  return ['| licence | asks for | packages |', '| --- | --- | --- |', ...rows].join('\n');
}
