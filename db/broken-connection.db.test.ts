import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureNode } from '@/scripts/lib/programs';
import { useTestDatabase } from '@/testing/db/database';

const { url } = useTestDatabase();
let proxy: Server;
let address: string;

beforeAll(async () => {
  const database = new URL(url);
  // Resets a connection on which the driver reads the types.
  proxy = createServer((client) => {
    const server = connect(Number(database.port), database.hostname);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.once('close', () => server.destroy());
    server.pipe(client);
    client.on('data', (data: Buffer) => (data.includes('typarray') ? client.resetAndDestroy() : server.write(data)));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  address = Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href;
});
afterAll(() => void proxy.close());

/** Runs a program with a pool whose connections break. @returns its exit code and output */
function run(code: string) {
  const script = `import { connect } from './db/client.ts'; const { sql } = connect('${address}'); ${code}`;
  return captureNode(['--conditions=react-server', '--import', 'tsx', '--input-type=module', '--eval', script]);
}

const FAIL = `await sql\`select 1\`.catch((error) => console.log(error.code));`;

test('a connection that breaks while the driver reads the types fails its statement and not the program', async () => {
  expect(await run(`${FAIL} setTimeout(() => process.exit(0), 100);`)).toEqual({
    code: 0,
    output: 'ECONNRESET\n',
  });
});

test('another rejection without a handler still ends the program', async () => {
  const code = `${FAIL} void Promise.reject(new Error('no handler')); setTimeout(() => process.exit(0), 100);`;
  expect(await run(code)).toMatchObject({ code: 1, output: expect.stringContaining('no handler') });
});
