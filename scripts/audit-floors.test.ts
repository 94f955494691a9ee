import semver from 'semver';
import { describe, expect, test } from 'vitest';
import { auditLock, type Known, type Lock, type Manifest } from './lib/lock-audit';
import { ACCEPTED, FLOORS } from './lib/version-floors';

const known: Known = {
  floors: {
    next: { safe: '>=16.4.6', because: 'GHSA-1' },
    glob: { safe: '>=5.0.9 || ^2.1.4', because: 'GHSA-2' },
    absent: { safe: '>=1.0.0', because: 'GHSA-3' },
  },
  accepted: [],
};
const manifest: Manifest = { dependencies: { next: '16.4.6' } };
const lock: Lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/next': { version: '16.4.6' },
    'node_modules/glob': { version: '5.1.0' },
  },
};

/** Returns the problems of the lock file above with changed entries. */
function problems(entries: Lock['packages'], { asked = manifest, accepted = [] as Known['accepted'] } = {}): string[] {
  return auditLock(asked, { packages: { ...lock.packages, ...entries } }, { ...known, accepted }).problems;
}

describe('audit of floors', () => {
  test('security fact 7: safe copies and exact pins pass, and what is not installed is said', () => {
    const { rows, problems } = auditLock(manifest, lock, known);
    expect(problems).toEqual([]);
    expect(rows.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'next safe',
      'glob safe',
      'absent not installed',
    ]);
  });

  test('security fact 7: a version below its floor fails, and so does the prerelease before it', () => {
    for (const version of ['16.4.5', '16.4.6-canary.3', '15.9.9', 'not-a-version']) {
      expect(problems({ 'node_modules/next': { version } }, { asked: {} })).toEqual([
        `node_modules/next is ${version}, safe is >=16.4.6: GHSA-1`,
      ]);
    }
  });

  test('security fact 7: every copy counts: nested ones, other release lines, and those under another name', () => {
    const nested = 'node_modules/a/node_modules/glob';
    expect(problems({ [nested]: { version: '2.1.3' } })).toEqual([
      `${nested} is 2.1.3, safe is >=5.0.9 || ^2.1.4: GHSA-2`,
    ]);
    expect(problems({ [nested]: { version: '2.1.4' } })).toEqual([]);
    expect(problems({ [nested]: { version: '3.0.0' } })).toHaveLength(1);
    expect(problems({ 'node_modules/alias': { name: 'glob', version: '1.0.0' } })).toHaveLength(1);
  });

  test('security fact 7: an accepted copy passes only where it is, for development only, and while it is needed', () => {
    const path = 'node_modules/a/node_modules/glob';
    const accepted = [{ path, because: 'reads nothing of others' }];
    expect(problems({ [path]: { version: '2.0.0', dev: true } }, { accepted })).toEqual([]);
    expect(problems({ [path]: { version: '2.0.0' } }, { accepted })).toHaveLength(2);
    expect(
      problems({ 'node_modules/b/node_modules/glob': { version: '2.0.0', dev: true } }, { accepted }),
    ).toHaveLength(2);
    expect(problems({ [path]: { version: '2.1.4', dev: true } }, { accepted })).toEqual([
      expect.stringContaining('take it out of the list'),
    ]);
  });

  test('security fact 7: a direct dependency is pinned to one version, and that one is installed', () => {
    for (const range of ['^16.4.6', '~16.4.6', '16', '>=16.4.6', 'latest', '*', 'v16.4.6', 'github:vercel/next.js'])
      expect(problems({}, { asked: { devDependencies: { next: range } } })).toEqual([
        `next is asked for as ${range}: pin one version`,
      ]);
    expect(problems({}, { asked: { dependencies: { next: '16.4.7' } } })).toEqual([
      expect.stringContaining('the lock file has 16.4.6'),
    ]);
    expect(problems({}, { asked: { dependencies: { absent: '1.0.0' } } })).toEqual([
      expect.stringContaining('has none'),
    ]);
  });

  test('security fact 7: each floor is a range that shuts something out, with its reason; each exception has one too', () => {
    for (const [name, { safe, because }] of Object.entries(FLOORS)) {
      expect(semver.validRange(safe), name).not.toBeNull();
      expect(semver.satisfies('0.0.1', safe), name).toBe(false);
      expect(because, name).not.toBe('');
    }
    for (const { because } of ACCEPTED) expect(because).not.toBe('');
  });
});
