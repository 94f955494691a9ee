import type { Sql, TransactionSql } from 'postgres';
import { mayBegin, type OpenStatement } from './work';

/** A statement as postgres.js keeps it; its types leave these fields out. */
type Statement = {
  /** Queues it for a connection. */
  handler: (statement: Statement) => void;
  /** Begins it, when somebody waits for its result. */
  handle: () => Promise<void>;
  reject: (error: unknown) => void;
  executed: boolean;
  /** Null until it was sent. */
  state: unknown;
};

/**
 * A connection that the server ended keeps its last error in postgres.js 3.4.9, which rejects the next statement of that
 * connection with it, perhaps minutes later and without sending it. Statements that ran when it ended are rejected
 * with CONNECTION_CLOSED, and never repeated: they may have had their effect.
 */
const SHUTDOWN = /^57P0[123]$/;
/** Serialization failure and deadlock: the server rolled the statement back, and a repetition can succeed. */
const ROLLED_BACK = /^40(001|P01)$/;
const MAX_RETRIES = 3;

type Retries = { rolledBack: boolean };
/** A transaction, and the error that ended its connection. */
type Transaction = { closed: unknown };
/** On globalThis, like the pools: the prototype is changed once, and there may be several copies of this module. */
const shared = globalThis as typeof globalThis & {
  seatAdoptionRetries?: WeakMap<Statement['handler'], Retries>;
  seatAdoptionTransactions?: WeakMap<Statement['handler'], Transaction>;
};
/** What to repeat, by the handler of a pool. Statements of a transaction have another handler. */
const retriesOf = (shared.seatAdoptionRetries ??= new WeakMap());
const transactionOf = (shared.seatAdoptionTransactions ??= new WeakMap());

/** A statement that is never sent: it has the handler of the client, and the prototype of all. */
const sampleOf = (sql: Sql | TransactionSql) => sql`select` as unknown as Statement;

/** Returns whether the connection of a failed statement is gone, or goes now. */
const isLost = (error: unknown): boolean => {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string };
  return severity === 'FATAL' || severity === 'PANIC' || /^(CONNECTION_|ECONN|EPIPE)/.test(String(code));
};

/**
 * Lets a pool repeat single statements, outside of transactions, that had no effect, at most MAX_RETRIES times each: those
 * that were not sent because of the end of an earlier connection, and with `rolledBack` those that Postgres rolled back
 * because of a concurrent one.
 */
export function retryStatements(sql: Sql, retries: Retries): void {
  watchStatements(sql);
  retriesOf.set(sampleOf(sql).handler, retries);
}

/**
 * Lets a pool reject the statements of a transaction whose connection is gone, its `commit` and `rollback` among them.
 * postgres.js 3.4.9 sends them to nothing: that throws where nobody catches it, and whatever uses this connection of the
 * pool afterwards waits until it times out (porsager/postgres#1208).
 */
export function guardTransactions(sql: Sql): void {
  watchStatements(sql);
  const begin = sql.begin.bind(sql) as (...given: unknown[]) => Promise<unknown>;
  const guarded = (...given: unknown[]) => {
    const transaction: Transaction = { closed: null };
    const work = given.pop() as (client: TransactionSql) => unknown;
    const result = begin(...given, (client: TransactionSql) => {
      transactionOf.set(sampleOf(client).handler, transaction);
      return work(client);
    });
    // It is rejected as soon as the connection closes, whatever `work` waits for.
    result.catch((error: unknown) => (transaction.closed = error));
    return result;
  };
  Object.assign(sql, { begin: guarded });
}

/** `handle` begins every statement of postgres.js; its prototype is shared by all pools. */
function watchStatements(sql: Sql): void {
  const prototype = Object.getPrototypeOf(sampleOf(sql)) as Statement & { isWatched?: boolean };
  if (prototype.isWatched) return;
  prototype.isWatched = true;
  const { handle } = prototype;
  prototype.handle = function (this: Statement) {
    if (!this.executed && !mayBegin(this as unknown as OpenStatement)) return Promise.resolve();
    const transaction = transactionOf.get(this.handler);
    if (transaction && !this.executed && rejectIfClosed(this, transaction)) return Promise.resolve();
    const retries = retriesOf.get(this.handler);
    if (retries && !this.executed) repeatStatement(this, retries);
    return handle.call(this);
  };
}

/** Rejects a statement of a transaction whose connection is gone, and notes if it goes now. @returns whether it was rejected */
function rejectIfClosed(statement: Statement, transaction: Transaction): boolean {
  const { reject } = statement;
  if (transaction.closed !== null) {
    statement.executed = true;
    reject(transaction.closed);
    return true;
  }
  statement.reject = (error) => {
    if (isLost(error)) transaction.closed = error;
    reject(error);
  };
  return false;
}

function repeatStatement(statement: Statement, { rolledBack }: Retries): void {
  const { reject } = statement;
  let left = MAX_RETRIES;
  statement.reject = (error) => {
    const code = String((error as { code?: unknown } | null)?.code);
    const hadNoEffect = statement.state === null ? SHUTDOWN.test(code) : rolledBack && ROLLED_BACK.test(code);
    if (!hadNoEffect || left === 0) {
      left = 0;
      return reject(error);
    }
    left -= 1;
    // The driver finishes its answer to the failed statement first.
    queueMicrotask(() => statement.handler(statement));
  };
}
