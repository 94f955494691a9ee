import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/embedded-postgres';
import { ended, programPath, root } from '../../scripts/lib/programs';

/** A page with one heading: the baseline of the framework. */
const EMPTY: Record<string, string> = {
  'package.json': '{ "private": true, "type": "module" }',
  'next.config.mjs': "export default { turbopack: { root: '/' } };",
  'app/layout.jsx':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  'app/page.jsx':
    "export const dynamic = 'force-dynamic';\nexport default function Page() { return <main><h1>Empty</h1></main>; }",
};

/** Builds and serves the empty page in a temporary folder while `work` runs, with the packages of this checkout. */
export async function withEmptyApp<T>(work: (url: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-empty-'));
  const next = (...args: string[]) =>
    spawn(process.execPath, [programPath('next', 'dist/bin/next'), ...args], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
  try {
    await mkdir(join(home, 'app'));
    await symlink(join(root, 'node_modules'), join(home, 'node_modules'));
    for (const [name, text] of Object.entries(EMPTY)) await writeFile(join(home, name), text);
    const outcome = await ended(next('build'));
    if (outcome !== 0) throw new Error(`The empty page could not be built: ${outcome}`);
    const port = await freePort();
    const server = next('start', '--port', String(port), '--hostname', '127.0.0.1');
    const gone = ended(server);
    try {
      return await work(await answering(`http://127.0.0.1:${port}/`, gone));
    } finally {
      // Next.js would wait for connections that a browser keeps open.
      server.kill('SIGKILL');
      await gone;
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Returns the URL once the server responds; rejects if the server ends first. */
async function answering(url: string, gone: Promise<unknown>): Promise<string> {
  let isGone = false;
  void gone.then(() => (isGone = true));
  while (!isGone) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The empty page could not be served.');
}
