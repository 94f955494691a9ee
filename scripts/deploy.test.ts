import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesUnder } from './lib/files';
import { root } from './lib/programs';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'seat-adoption-deploy-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a program gets the variables of the services as systemd reads them, in the folder of its release', async () => {
  const variables = join(home, 'variables');
  const values = { APP_SECRET: `a$b#c"d'e f`, MESSAGE_FROM: 'Seats <seats@seats.example>', CRON_SECRET: 'last=one' };
  const { APP_SECRET, MESSAGE_FROM, CRON_SECRET } = values;
  await writeFile(
    variables,
    `# A comment\nAPP_SECRET=${APP_SECRET}\nMESSAGE_FROM="${MESSAGE_FROM}"\n\nCRON_SECRET=${CRON_SECRET}`,
  );
  const release = join(home, 'releases', '1');
  await mkdir(join(release, 'deploy'), { recursive: true });
  await cp(join(root, 'deploy/seat-adoption'), join(release, 'deploy/seat-adoption'));
  await symlink(release, join(home, 'current'));
  await symlink(join(home, 'current/deploy/seat-adoption'), join(home, 'seat-adoption'));
  const print = `const { ${Object.keys(values).join()} } = process.env; console.log(JSON.stringify([process.cwd(), { ${Object.keys(values).join()} }]))`;
  const env = { ...process.env, SEAT_ADOPTION_ENV: variables };
  const { stdout } = await promisify(execFile)(join(home, 'seat-adoption'), ['node', '-e', print], { env });
  expect(JSON.parse(stdout)).toEqual([release, values]);
});

/** The commands of docs/deploy.md that switch to a release, in the folder `home`. */
async function switchOver(): Promise<string> {
  const document = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  const [, block] = /4\. Switch over\.[^]*?```sh\n([^]*?)```/.exec(document)!;
  return block!.replaceAll('/srv/seat-adoption', home);
}

test('the files of a release are kept for a month after it was replaced, however long it served', async () => {
  const switching = await switchOver();
  const kept = join(home, 'kept/_next/static');
  await mkdir(kept, { recursive: true });
  const age = async (days: number) => {
    const then = new Date(Date.now() - days * 86_400_000);
    for (const name of await readdir(kept)) await utimes(join(kept, name), then, then);
  };
  const deploy = async (name: string) => {
    const release = join(home, 'releases', name);
    await mkdir(join(release, '.next/static'), { recursive: true });
    await writeFile(join(release, '.next/static', `${name}.js`), '');
    await promisify(execFile)('bash', ['-ec', switching], { cwd: release });
    expect(await readlink(join(home, 'current'))).toBe(release);
  };
  await deploy('first');
  await age(40);
  await deploy('second');
  expect((await readdir(kept)).sort()).toEqual(['first.js', 'second.js']);
  await age(40);
  await deploy('third');
  expect((await readdir(kept)).sort()).toEqual(['second.js', 'third.js']);
});

test('the services do not get what only the owner of the database needs', async () => {
  const unit = await readFile(join(root, 'deploy/seat-adoption@.service'), 'utf8');
  expect(unit).toMatch(/^UnsetEnvironment=DATABASE_OWNER_URL$/m);
  expect(await filesUnder('deploy')).toContain('deploy/seat-adoption');
});
