import type { Sql } from 'postgres';
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
/** On globalThis, like the pools: the prototype is changed once, and there may be several copies of this module. */
const shared = globalThis as typeof globalThis & { seatAdoptionRetries?: WeakMap<Statement['handler'], Retries> };
/** What to repeat, by the handler of a pool. Statements of a transaction have another handler. */
const retriesOf = (shared.seatAdoptionRetries ??= new WeakMap());

/**
 * Lets a pool repeat single statements, outside of transactions, that had no effect, at most MAX_RETRIES times each: those
 * that were not sent because of the end of an earlier connection, and with `rolledBack` those that Postgres rolled back
 * because of a concurrent one.
 */
export function retryStatements(sql: Sql, retries: Retries): void {
  const sample = sql`select` as unknown as Statement;
  watchRejections(Object.getPrototypeOf(sample) as Statement & { isWatched?: boolean });
  retriesOf.set(sample.handler, retries);
}

/** `handle` begins every statement of postgres.js; its prototype is shared by all pools. */
function watchRejections(prototype: Statement & { isWatched?: boolean }): void {
  if (prototype.isWatched) return;
  prototype.isWatched = true;
  const { handle } = prototype;
  prototype.handle = function (this: Statement) {
    if (!this.executed && !mayBegin(this as unknown as OpenStatement)) return Promise.resolve();
    const retries = retriesOf.get(this.handler);
    if (retries && !this.executed) repeatStatement(this, retries);
    return handle.call(this);
  };
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
