import { open } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

/** A statement as Postgres ran it, with its processor time in milliseconds: parsing, planning and running. */
export type RanStatement = { text: string; cpuMs: number };

/** Hands over what was sent since the last call. */
export type StatementLog = { take: () => Promise<RanStatement[]> };

/** Begins every entry of the log; further lines of an entry begin with a tab. */
const PREFIX = 'backend=';
const ENTRY = new RegExp(`^${PREFIX}(\\d+) ([A-Z]+):  (.*)$`);
const TIMES = /^\t!\t([\d.]+) s user, ([\d.]+) s system/m;

/**
 * Lets Postgres log the processor time of every statement of a database, as the operating system counts it: other programs
 * on the machine change it little. Statements run in one process, so that all of their time counts. Connections that
 * are open already stay as they are.
 * @param home the folder of the running server, as of startDatabase
 */
export async function logStatements(url: string, home: string): Promise<StatementLog> {
  const sql = postgres(url, { max: 1 });
  const database = sql(new URL(url).pathname.slice(1));
  await sql.unsafe(`alter system set log_line_prefix = '${PREFIX}%p '`);
  await sql`select pg_reload_conf()`;
  await sql`alter database ${database} set log_statement_stats = on`;
  await sql`alter database ${database} set log_min_error_statement = error`;
  await sql`alter database ${database} set log_error_verbosity = 'default'`;
  await sql`alter database ${database} set max_parallel_workers_per_gather = 0`;
  await sql.end();
  const log = await open(join(home, 'postgres', 'server.log'));
  let { size: position } = await log.stat();
  return {
    take: async () => {
      const { size } = await log.stat();
      const { buffer } = await log.read(Buffer.alloc(size - position), 0, size - position, position);
      position = size;
      return statementsOf(buffer.toString());
    },
  };
}

/** Adds up the times of a statement: it is parsed unless it is prepared already, then planned (bind), then run. */
function statementsOf(log: string): RanStatement[] {
  const statements: RanStatement[] = [];
  /** By backend: the time of a statement that is not run yet. */
  const begun = new Map<string, number>();
  let [backend, title, cpuMs] = ['', '', 0];
  for (const entry of log.split(new RegExp(`\\n(?=${PREFIX})`))) {
    const [, process = '', severity, first = ''] = ENTRY.exec(entry.split('\n', 1)[0]!) ?? [];
    if (severity === 'LOG') [backend, title, cpuMs] = [process, first, 0];
    const [, user, system] = (severity === 'DETAIL' && TIMES.exec(entry)) || [];
    if (user && system) cpuMs = 1000 * (Number(user) + Number(system));
    if (severity !== 'STATEMENT' || !title.endsWith('STATISTICS')) continue;
    const sum = (begun.get(backend) ?? 0) + cpuMs;
    const isRun = title.startsWith('EXECUTE') || title.startsWith('QUERY');
    begun.set(backend, isRun ? 0 : sum);
    if (isRun) statements.push({ text: textOf(entry), cpuMs: sum });
  }
  return statements;
}

const textOf = (entry: string) =>
  entry
    .slice(entry.indexOf(':  ') + 3)
    .replace(/\s+/g, ' ')
    .trim();
