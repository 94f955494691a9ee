import semver from 'semver';
import type { Accepted, Floor } from './version-floors';

/** What we ask for: the part of package.json that names dependencies. */
export type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
/** What is installed: the part of package-lock.json that names every copy by its place. */
export type Lock = { packages: Record<string, { name?: string; version?: string; dev?: boolean; link?: boolean }> };
/** What we know: the floors, and the copies below them that we accept. */
export type Known = { floors: Record<string, Floor>; accepted: Accepted[] };

/** One line of the table: a copy of a package that has a floor, or such a package that is not installed. */
export type Row = {
  name: string;
  version: string;
  safe: string;
  verdict: 'safe' | 'TOO OLD' | 'accepted' | 'not installed';
  path: string;
  because: string;
};

/** Judges every copy of every package that has a floor, and the pins of direct dependencies. Without problems it is as it should be. */
export function auditLock(manifest: Manifest, lock: Lock, known: Known): { rows: Row[]; problems: string[] } {
  const rows = Object.keys(known.floors).flatMap((name) => rowsOf(name, lock, known));
  const old = rows
    .filter(({ verdict }) => verdict === 'TOO OLD')
    .map((row) => `${row.path} is ${row.version}, safe is ${row.safe}: ${row.because}`);
  return { rows, problems: [...old, ...idleAccepted(rows, known.accepted), ...pinProblems(manifest, lock)] };
}

function rowsOf(name: string, lock: Lock, { floors, accepted }: Known): Row[] {
  const { safe, because } = floors[name]!;
  const copies = Object.entries(lock.packages).filter(([path, entry]) => nameOf(path, entry) === name && !entry.link);
  if (copies.length === 0) return [{ name, version: '–', safe, verdict: 'not installed', path: '', because }];
  return copies.map(([path, { version = 'unknown', dev }]) => {
    const isSafe = semver.satisfies(version, safe);
    const excuse = isSafe || !dev ? undefined : accepted.find((copy) => copy.path === path);
    const verdict = isSafe ? 'safe' : excuse ? 'accepted' : 'TOO OLD';
    return { name, version, safe, verdict, path, because: excuse?.because ?? because };
  });
}

/** A package that is installed under another name says its own in the entry. */
function nameOf(path: string, entry: { name?: string }): string {
  return entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** An exception that nothing needs any more would one day excuse something else. */
function idleAccepted(rows: Row[], accepted: Accepted[]): string[] {
  return accepted
    .filter(({ path }) => !rows.some((row) => row.path === path && row.verdict === 'accepted'))
    .map(
      ({ path }) =>
        `${path} is accepted below its floor, and is gone, mended or part of the site: take it out of the list`,
    );
}

function pinProblems(manifest: Manifest, lock: Lock): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, wanted]) => {
    if (semver.valid(wanted) !== wanted) return [`${name} is asked for as ${wanted}: pin one version`];
    const installed = lock.packages[`node_modules/${name}`]?.version;
    if (installed === wanted) return [];
    return [`${name} is pinned to ${wanted}, and the lock file has ${installed ?? 'none'}: run npm install`];
  });
}
