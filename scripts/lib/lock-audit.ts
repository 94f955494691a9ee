import semver from 'semver';
import type { Accepted, Floor } from './version-floors';

/** The dependencies of package.json. */
export type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
/** The installed copies of package-lock.json, by path. */
export type Lock = { packages: Record<string, { name?: string; version?: string; dev?: boolean; link?: boolean }> };
/** The floors, and the accepted copies below them. */
export type Known = { floors: Record<string, Floor>; accepted: Accepted[] };

/** One row of the table: a copy of a package that has a floor, or such a package that is not installed. */
export type Row = {
  name: string;
  version: string;
  safe: string;
  verdict: 'safe' | 'TOO OLD' | 'accepted' | 'not installed';
  path: string;
  because: string;
};

/** Checks every copy of every package that has a floor, and the pins of direct dependencies. */
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

/** A package installed under another name has its real name in its entry. */
function nameOf(path: string, entry: { name?: string }): string {
  return entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** An exception that is no longer needed could later hide a new problem. */
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
