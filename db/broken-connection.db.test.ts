import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureNode } from '@/scripts/lib/programs';
import { useTestDatabase } from '@/testing/db/database';

const { url } = useTestDatabase();
let proxies: Server[];
/** Addresses through a proxy that resets a connection on which the driver reads the types, and one that ends a connection
 * 20 ms after a statement with the word 'goodbye'. */
let [resetting, ending] = ['', ''];

async function startProxy(onData: (data: Buffer, client: Socket) => boolean): Promise<string> {
  const database = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(database.port), database.hostname);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.once('close', () => server.destroy());
    server.pipe(client);
    client.on('data', (data: Buffer) => onData(data, client) && server.write(data));
  });
  proxies.push(proxy);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href;
}

beforeAll(async () => {
  proxies = [];
  resetting = await startProxy((data, client) => !data.includes('typarray') || !client.resetAndDestroy());
  ending = await startProxy((data, client) => {
    if (data.includes('goodbye')) setTimeout(() => client.destroy(), 20);
    return true;
  });
});
afterAll(() => proxies.forEach((proxy) => proxy.close()));

/** Runs a program with a pool whose connections break. @returns its exit code and output */
function run(code: string) {
  const script = `import { connect } from './db/client.ts'; const { sql } = connect('${resetting}'); ${code}`;
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

/** Loses the connection of a transaction, and uses that place of the pool again. @returns what the program prints */
async function loseConnection(pool: string, statement: string): Promise<string> {
  const code = `
    import { setTimeout as pause } from 'node:timers/promises';
    import postgres from 'postgres';
    import { connect } from './db/client.ts';
    // As Next.js does.
    process.on('uncaughtException', ({ message }) => console.log(message));
    const pool = ${pool};
    const lost = pool.begin(async (transaction) => {
      await transaction.unsafe("${statement}");
      await pause(100);
      return transaction.unsafe('select 1');
    });
    console.log(await lost.then(() => 'done', ({ code }) => code));
    await pause(200);
    console.log(await pool.unsafe('select 1 as one').then(([{ one }]) => one, ({ code }) => code));
    process.exit(0);`;
  const args = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '--eval', code];
  return (await captureNode(args)).output;
}

describe.each([
  ['runs a statement', "select pg_sleep(60), 'goodbye'"],
  ['waits for something else', "select 'goodbye'"],
])('a transaction whose connection breaks while it %s', (_, statement) => {
  test('fails, and the next statement is executed', async () => {
    expect(await loseConnection(`connect('${ending}', { max: 1 }).sql`, statement)).toBe('CONNECTION_CLOSED\n1\n');
  });

  test('control: the driver alone throws where nobody catches it, and never sends the next statement', async () => {
    const output = await loseConnection(`postgres('${ending}', { max: 1, connect_timeout: 1 })`, statement);
    const [code, ...rest] = output.trim().split('\n');
    expect([code, rest.at(-1)]).toEqual(['CONNECTION_CLOSED', 'CONNECT_TIMEOUT']);
    expect(rest[0]).toContain("reading 'write'");
  });
});
