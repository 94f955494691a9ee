import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request as ask } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../scripts/lib/embedded-postgres';
import { root } from '../scripts/lib/programs';
import { startApp } from '../testing/e2e/app';
import { makeDatabase } from '../testing/e2e/databases';
import { expect, test } from '../testing/e2e';

const isInstalled = ['nginx', 'openssl'].every((program) => spawnSync(program, ['version']).error === undefined);
const CLIENTS = 4;

test.describe('behind deploy/nginx.conf', () => {
  test.skip(!isInstalled, 'nginx or openssl is not installed');

  let home: string;
  let proxy: ChildProcess;
  let ca: Buffer;
  let ports: { http: number; https: number; first: number; second: number };

  test.beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'seat-adoption-nginx-'));
    await chmod(home, 0o755);
    const at = (name: string) => join(home, name);
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at('site.key')];
    await promisify(execFile)('openssl', ['req', '-x509', ...key, '-out', at('site.pem'), '-days', '1', ...names]);
    ca = await readFile(at('site.pem'));
    const [http, https, first, second] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    ports = { http, https, first, second };
    const given = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
    const replaced = [
      ['127.0.0.1:3001', `127.0.0.1:${first}`],
      ['127.0.0.1:3002', `127.0.0.1:${second}`],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen [::]:80;', ''],
      ['listen [::]:443 ssl http2;', ''],
      ['/var/log/nginx/', at('')],
      ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
      ['/etc/ssl/seats.example.pem', at('site.pem')],
      ['/etc/ssl/private/seats.example.key', at('site.key')],
      ['/srv/seat-adoption/kept', at('kept')],
    ].reduce((text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from!, to!);
    }, given);
    await writeFile(at('site.conf'), replaced);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${at(name)};`,
    );
    await writeFile(
      at('nginx.conf'),
      `pid ${at('pid')}; error_log ${at('error.log')}; events {} http { access_log off; ${temporary.join(' ')} include ${at('site.conf')}; }`,
    );
    proxy = spawn('nginx', ['-p', home, '-c', at('nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
  });
  test.afterAll(async () => {
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
    await rm(home, { recursive: true, force: true });
  });

  /** Sends a request to the proxy, whose certificate is checked; a body is sent as a form. */
  async function send(agent: Agent, path: string, body?: string) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const options = { host: 'localhost', port: ports.https, path, ca, agent, headers, method: body ? 'POST' : 'GET' };
    const sent = ask(options).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() };
  }

  test('two instances are replaced one after the other under load without a failed request', async ({}, info) => {
    const databaseUrl = await makeDatabase(process.env.E2E_DATABASE_URL!, 'rolling_restart');
    const start = (name: string, port: number) =>
      startApp({ name, databaseUrl, dataDir: info.outputPath(name), port, env: { APP_URL: 'https://localhost' } });
    let instances = [await start('first-instance', ports.first), await start('second-instance', ports.second)];
    const agent = new Agent({ keepAlive: true, ca });
    expect((await send(agent, '/')).headers).toMatchObject({ 'strict-transport-security': expect.any(String) });

    let isRunning = true;
    const failed: unknown[] = [];
    let answered = 0;
    const use = async () => {
      while (isRunning)
        for (const [path, body] of [
          ['/'],
          ['/api/courses'],
          ['/api/language', 'locale=hi&to=%2Fcart'],
          ['/cart'],
        ] as const) {
          const status = await send(agent, path, body).then((answer) => answer.status, String);
          if (status === (body ? 303 : 200)) answered += 1;
          else failed.push([path, status]);
        }
    };
    const clients = Array.from({ length: CLIENTS }, use);
    for (const [index, name] of ['first-instance', 'second-instance'].entries()) {
      expect(await instances[index]!.stop()).toBe(0);
      const before = answered;
      // The other one serves meanwhile.
      await expect.poll(() => answered).toBeGreaterThan(before + 20);
      instances = instances.with(index, await start(name, [ports.first, ports.second][index]!));
    }
    isRunning = false;
    await Promise.all(clients);
    expect(failed).toEqual([]);

    // A file of another release is served from those that were kept.
    await mkdir(join(home, 'kept/_next/static/chunks'), { recursive: true });
    await writeFile(join(home, 'kept/_next/static/chunks/earlier.js'), 'earlier()');
    expect(await send(agent, '/_next/static/chunks/earlier.js')).toMatchObject({ status: 200, text: 'earlier()' });
    expect(await send(agent, '/_next/static/chunks/nobody.js')).toMatchObject({ status: 404 });
    const plain = await fetch(`http://127.0.0.1:${ports.http}/cart?a=b`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/cart?a=b']);
    agent.destroy();
    await Promise.all(instances.map((instance) => instance.stop()));
  });
});
