import 'server-only';
import postgres from 'postgres';
import { withoutForeignParameters } from './url';

const ROUNDS = 3;

/**
 * Throws if an address leads to a pooler that gives each transaction another connection of the server: locks and settings
 * of a session, which migrations and pg_dump use, would stay in a connection of the site. Two clients ask in turn for
 * their connection; that of a client is always its own, unless there is such a pooler. Leaves nothing behind itself.
 */
export async function requireDirect(url: string): Promise<void> {
  const address = withoutForeignParameters(url);
  const options = { max: 1, prepare: false, fetch_types: false, connect_timeout: 10, onnotice: () => undefined };
  const clients = [postgres(address, options), postgres(address, options)];
  try {
    const connections = clients.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, sql] of clients.entries()) {
        const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        connections[index]!.add(row!.pid);
      }
    if (new Set(connections.flatMap((pids) => [...pids])).size === 2 && connections.every(({ size }) => size === 1))
      return;
  } finally {
    await Promise.all(clients.map((sql) => sql.end({ timeout: 5 })));
  }
  throw new Error(
    `${new URL(url).host} is a pooler that gives each transaction another connection (PgBouncer, or that of a hosting service). ` +
      'This command needs the direct address of the database, in DATABASE_OWNER_URL: docs/operators.md#poolers',
  );
}
