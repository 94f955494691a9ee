import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement of postgres.js, with fields that its types leave out. */
export type OpenStatement = PromiseLike<unknown> & {
  executed: boolean;
  /** Null until it was sent. */
  state: unknown;
  strings: readonly string[];
  args: readonly unknown[];
  reject: (error: unknown) => void;
};

/** The statements of a piece of work, such as a request, and the error of those that may not begin any more. */
type Work = { open: Set<OpenStatement>; refusal: Error | null };

/** On globalThis, because statements look here from another copy of this module (retry-statements.ts). */
const shared = globalThis as typeof globalThis & { seatAdoptionWork?: AsyncLocalStorage<Work> };
const running = (shared.seatAdoptionWork ??= new AsyncLocalStorage());

/** Never refused: the connection would stay in the transaction, or in what a savepoint began. */
const ROLLS_BACK = /^\s*rollback/i;
const COMMITS = /^\s*commit/i;

/**
 * Runs work whose statements can be stopped.
 * @returns its result, and `stop`, after which no statement of it begins. `stop` takes back those that wait for a
 * connection, and returns whether another one was sent and not answered: it may have its effect.
 */
export function stoppable<T>(work: () => Promise<T>): { result: Promise<T>; stop: (refusal: Error) => boolean } {
  const current: Work = { open: new Set(), refusal: null };
  const stop = (refusal: Error) => {
    current.refusal = refusal;
    for (const statement of current.open) if (statement.state === null) takeBack(statement, refusal);
    return [...current.open].some(({ state }) => state !== null);
  };
  return { result: running.run(current, work), stop };
}

/**
 * Rejects a statement that was not sent. The driver still sends one without effect: one that is cancelled while its connection
 * opens leaves that connection unusable. In place of a commit the transaction is rolled back.
 */
function takeBack(statement: OpenStatement, refusal: Error): void {
  Object.assign(statement, { strings: [commits(statement) ? 'rollback' : 'select'], args: [] });
  statement.reject(refusal);
}

const commits = ({ strings }: OpenStatement): boolean => COMMITS.test(strings[0] ?? '');

/** Called before a statement is sent for the first time. @returns false if nothing may be sent, and it was rejected */
export function mayBegin(statement: OpenStatement): boolean {
  const work = running.getStore();
  if (!work || ROLLS_BACK.test(statement.strings[0] ?? '')) return true;
  if (work.refusal && commits(statement)) {
    takeBack(statement, work.refusal);
    return true;
  }
  if (work.refusal) {
    statement.executed = true;
    statement.reject(work.refusal);
    return false;
  }
  work.open.add(statement);
  const close = () => void work.open.delete(statement);
  // The own `then` of the driver would send it.
  Promise.prototype.then.call(statement, close, close);
  return true;
}
