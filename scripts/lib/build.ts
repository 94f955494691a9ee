import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { filesUnder } from './files';
import { programPath, root, runNode } from './programs';

/**
 * The sources of a build. Tests, other scripts and migrations do not belong to it; the list of migrations does
 * (db/readiness.ts).
 */
const INPUTS = [
  'app',
  'components',
  'db',
  'lib',
  'public',
  'package-lock.json',
  'tsconfig.json',
  'scripts/lib/next-adapter.mjs',
];
const ROOT_FILES = /^(next\.config|postcss\.config|instrumentation(-client)?|proxy)\.[a-z]+$/;
const OUTSIDE = /\.test\.tsx?$|^db\/migrations\/(?!meta\/_journal\.json)/;
const STAMP = join(root, '.next', 'inputs.sha256');
/** The first line of a script of which Chrome compiles all functions in advance. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Makes the production build, even if there is a current one. @param cache whether it is kept for faster builds later */
export async function build({ cache = true } = {}): Promise<void> {
  await withBuildLock(async () => makeBuild(await hashInputs(), cache));
}

/** Makes the production build unless the one in .next was made from exactly these sources. */
export async function ensureBuild(): Promise<void> {
  await withBuildLock(async () => {
    const hash = await hashInputs();
    const current =
      existsSync(join(root, '.next', 'BUILD_ID')) && (await readFile(STAMP, 'utf8').catch(() => '')) === hash;
    if (!current) await makeBuild(hash, true);
  });
}

async function makeBuild(hash: string, cache: boolean): Promise<void> {
  await rm(STAMP, { force: true });
  // The build must not depend on the environment of this machine.
  await runNode([programPath('next', 'dist/bin/next'), 'build'], {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    BUILD_CACHE: cache ? '' : 'none',
  });
  await addCompileHint();
  await writeFile(STAMP, hash);
}

/**
 * Lets Chrome compile the scripts of every page (React and Next.js, of which a page calls most) while they load, beside
 * the main thread: by default it compiles each function on the main thread when it is first called.
 */
async function addCompileHint(): Promise<void> {
  const manifest = await readFile(join(root, '.next', 'build-manifest.json'), 'utf8');
  for (const file of (JSON.parse(manifest) as { rootMainFiles: string[] }).rootMainFiles) {
    const path = join(root, '.next', file);
    await writeFile(path, `${COMPILE_HINT}\n${await readFile(path, 'utf8')}`);
  }
}

/** The files that a build is made from, from the root of the checkout, in the order of their names. */
export async function buildInputs(): Promise<string[]> {
  const names = [...INPUTS, ...(await readdir(root)).filter((name) => ROOT_FILES.test(name))];
  const files = (await Promise.all(names.map((name) => filesUnder(name)))).flat();
  return files.filter((file) => !OUTSIDE.test(file)).sort();
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(COMPILE_HINT);
  // The build inlines these into the browser scripts.
  for (const name of Object.keys(process.env)
    .filter((name) => name.startsWith('NEXT_PUBLIC_'))
    .sort())
    hash.update(`${name}=${process.env[name]}\0`);
  for (const file of await buildInputs())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Holds a lock file while it works, so that two copies started at once from this checkout do not build into the same
 * folder.
 */
async function withBuildLock(work: () => Promise<void>): Promise<void> {
  const lock = join(
    tmpdir(),
    `seat-adoption-build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`,
  );
  while (!(await acquireLock(lock))) await pause(300);
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquireLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (holder && !isAlive(holder)) await rm(lock, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
