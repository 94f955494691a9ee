import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const START_MESSAGE = 196_608;
const READY = 'Z';
/** Messages of a client that the server answers with READY: a simple query, and Sync. */
const ASKS = ['Q', 'S'];

type Message = { type: string; bytes: Buffer };
type Client = { socket: Socket; waiting: Buffer[] };

/** Splits what arrives on a connection into messages; those before `hasType` have no type. */
function messages(receive: (message: Message) => void, hasType: () => boolean): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = hasType() ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      receive({ type: head ? String.fromCharCode(bytes[0]!) : '', bytes });
    }
  };
}

/** An error message as Postgres sends it. */
function refusal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from('E    ');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/**
 * Stands in for PgBouncer in transaction mode with one connection to the server, which all clients share, one transaction
 * after the other, and time limits refused as parameters of the start. The first client logs in to the server, later ones are let in. Ends with the test.
 * @param url the address of the database
 * @returns the address of the pooler
 */
export async function startPooler(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = connect(Number(port), hostname);
  const clients = new Set<Client>();
  const greeting: Buffer[] = [];
  let isLoggedIn = false;
  let owner: Client | null = null;
  /** Answers that the owner waits for: the one to its login, and those to its statements. */
  let asked = 0;

  const pass = () => {
    owner ??= [...clients].find(({ waiting }) => waiting.length > 0) ?? null;
    for (const bytes of owner?.waiting.splice(0) ?? []) {
      if (ASKS.includes(String.fromCharCode(bytes[0]!))) asked++;
      server.write(bytes);
    }
  };
  const answer = ({ type, bytes }: Message) => {
    owner?.socket.write(bytes);
    // The parameters of the session and its key, for the clients that come later.
    if (!isLoggedIn && 'SK'.includes(type)) greeting.push(bytes);
    if (type !== READY) return;
    isLoggedIn = true;
    asked--;
    if (asked > 0 || String.fromCharCode(bytes.at(-1)!) !== 'I') return;
    owner = null;
    pass();
  };
  server.on(
    'data',
    messages(answer, () => true),
  );
  server.on('error', () => undefined);

  const logIn = (client: Client, bytes: Buffer) => {
    const parameter = /\0((?:statement|lock)_timeout)\0/.exec(bytes.toString())?.[1];
    if (parameter) return client.socket.end(refusal('08P01', `unsupported startup parameter: ${parameter}`));
    if (isLoggedIn)
      return client.socket.write(
        Buffer.concat([Buffer.from('R\0\0\0\b\0\0\0\0'), ...greeting, Buffer.from('Z\0\0\0\x05I')]),
      );
    asked = 1;
    owner = client;
    return server.write(bytes);
  };
  const pooler = createServer((socket) => {
    const client: Client = { socket, waiting: [] };
    clients.add(client);
    let isStarted = false;
    const receive = ({ type, bytes }: Message) => {
      if (isStarted && type !== 'X') {
        client.waiting.push(bytes);
        return pass();
      }
      // Requests for TLS are declined.
      if (!isStarted && bytes.readInt32BE(4) !== START_MESSAGE) return void socket.write('N');
      if (!isStarted) logIn(client, bytes);
      isStarted = true;
    };
    socket.on(
      'data',
      messages(receive, () => isStarted),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => clients.delete(client));
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy();
    server.destroy();
    pooler.close();
  });
  const address = new URL(url);
  address.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return address.href;
}
