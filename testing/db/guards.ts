import { sql } from '@/db/client';

/** A statement of postgres.js before it is sent; its types leave these fields out. */
type Statement = { strings: string[]; executed: boolean };
type Handler = { handle: (this: Statement) => Promise<void> };

/** The part of a statement that is a guard, as text or pattern, and what stands there instead; nothing if absent. */
type Guard = readonly [part: string | RegExp, replacement?: string];

/** What writeCourses writes; a naive update in its place shows what it is for. */
export const WRITTEN_COURSES =
  /insert into "courses" [^]*? on conflict \("id"\) do update\s+set [^)]*?(?=\)|\s+returning)/;

/**
 * Runs work without some guards of its statements, to show what they are for: in every statement that contains `part`,
 * of any pool and transaction, it is replaced before the statement is sent. Not for works at the same time.
 * @throws Error if a part is in no statement, or more than once in one
 */
export async function withoutGuards<Result>(guards: readonly Guard[], work: () => Promise<Result>): Promise<Result> {
  const used = new Set<Guard>();
  const prototype = Object.getPrototypeOf(sql()`select`) as Handler;
  const { handle } = prototype;
  prototype.handle = function () {
    if (!this.executed && this.strings.length === 1)
      this.strings = [guards.reduce((text, guard) => replaceGuard(text, guard, used), this.strings[0]!)];
    return handle.call(this);
  };
  try {
    const result = await work();
    const unused = guards.filter((guard) => !used.has(guard));
    if (unused.length > 0) throw new Error(`In no statement: ${unused.map(([part]) => part).join('; ')}`);
    return result;
  } finally {
    prototype.handle = handle;
  }
}

function replaceGuard(text: string, guard: Guard, used: Set<Guard>): string {
  const [part, replacement = ' '] = guard;
  const pieces = text.split(part);
  if (pieces.length > 2) throw new Error(`'${part}' is ${pieces.length - 1} times in the statement`);
  if (pieces.length === 2) used.add(guard);
  return pieces.join(replacement);
}
