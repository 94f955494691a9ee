import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { filesUnder } from './lib/files';
import { root } from './lib/programs';

const { url } = useTestDatabase();
const rules = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);

/** A pattern of Docker: relative to the root folder, and with a folder everything in it. */
function matches(pattern: string, path: string): boolean {
  const parts = pattern.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part.startsWith('**')) return part === '**' ? '.*' : '(?:.*/)?';
    return part === '*' ? '[^/]*' : part === '?' ? '[^/]' : part.replace(/[.+^$()|[\]{}\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}(?:/|$)`).test(path);
}

/** Whether Docker leaves a file out: the last rule that matches it decides. */
const isLeftOut = (path: string) =>
  rules.reduce((out, rule) => (matches(rule.replace(/^!/, ''), path) ? !rule.startsWith('!') : out), false);

const SECRETS = ['.env', '.env.production', '.env.local', 'seats.dump', 'seats.dump.json', 'seats.example.key'];

test('security 150: files with secrets never enter the image, in whatever folder they are', async () => {
  const secrets = ['', 'deploy/', 'a/b/c/'].flatMap((folder) => SECRETS.map((name) => folder + name));
  expect(secrets.filter((path) => !isLeftOut(path))).toEqual([]);
  for (const path of ['.data/postgres/base/1', 'copy/.data/app-secret', '.git/config', 'node_modules/a/b.js'])
    expect(isLeftOut(path), path).toBe(true);
  const present = (await filesUnder('deploy')).concat(await filesUnder('scripts'), await filesUnder('db'));
  expect(present.filter((path) => isLeftOut(path) && !/\/\.env|\.(key|pem|dump|dump\.json)$/.test(path))).toEqual([]);
});

test('what the image needs enters it', () => {
  const needed = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'next.config.mjs',
    'scripts/start.ts',
    'app/docs/api/page.tsx',
  ];
  expect(needed.filter(isLeftOut)).toEqual([]);
});

const hasPsql = spawnSync('psql', ['--version']).status === 0;

test.skipIf(!hasPsql)(
  'security 151: with Docker the role of the site can change rows, but not the audit log or tables',
  async () => {
    const role = `site_${randomUUID().replaceAll('-', '')}`;
    const { hostname, port, username, password, pathname } = new URL(url);
    const connection = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
    const env = { ...process.env, ...connection, PGDATABASE: pathname.slice(1), SITE_PASSWORD: "it's; new" };
    const compose = await readFile(join(root, 'deploy/compose.yaml'), 'utf8');
    const [, options] = /command: \['psql', (.*), '-f', '\/rights\/deploy\/site-role.sql'\]/.exec(compose)!;
    const args = options!.split(', ').map((word) => word.slice(1, -1).replace('seats_site', role));
    const grant = () => promisify(execFile)('psql', [...args, '-f', join(root, 'deploy/site-role.sql')], { env });
    await grant();
    // At every start.
    await grant();
    const address = new URL(url);
    address.username = role;
    address.password = encodeURIComponent(env.SITE_PASSWORD);
    const site = postgres(address.href, { max: 1 });
    try {
      expect(await site`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`).toEqual([
        { rolsuper: false, rolcreaterole: false },
      ]);
      await site`insert into audit_log (actor, action) values ('command', 'admin.created')`;
      await expect(site`update audit_log set actor = 'nobody'`).rejects.toThrow('permission denied');
      await expect(site`alter table courses drop column branch`).rejects.toThrow('must be owner');
    } finally {
      await site.end();
      await sql().unsafe(`drop owned by ${role}; drop role ${role}`);
    }
  },
);

test('security 151: the site gets neither the role nor the password of the owner', async () => {
  const compose = await readFile(join(root, 'deploy/compose.yaml'), 'utf8');
  const [, owner] = /POSTGRES_USER: (\w+)/.exec(compose)!;
  const site = compose.slice(compose.indexOf('\n  site:'), compose.indexOf('\n  caddy:'));
  expect(site).not.toContain('POSTGRES_PASSWORD');
  expect(/DATABASE_URL: postgres:\/\/(\w+):/.exec(site)?.[1]).not.toBe(owner);
  expect(/DATABASE_URL: postgres:\/\/(\w+):/.exec(site)?.[1]).toBe('seats_site');
  // env_file gives it the whole file: these lines take the passwords away again.
  const shared = compose.slice(compose.indexOf('&variables'), compose.indexOf('\n  rights:'));
  expect(shared).toMatch(/ POSTGRES_PASSWORD: ''\n/);
});
