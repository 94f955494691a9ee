import type { Sql } from 'postgres';

/** Values of a result by their place in it, such as '0.id': ids, and times in the form of ISO 8601. */
type Values = Record<string, string>;

/** What a release sent to the database while it did its work, in the order in which the answers came. */
export type Recording = {
  /** Its last migration. */
  migration: string;
  /** When it was recorded, ISO 8601. */
  at: string;
  /** What the work left in the database (OUTCOME of work.ts). */
  outcome: Record<string, unknown>;
  /** The texts of its statements. */
  texts: string[];
  /**
   * The index of the text, the parameters as they were sent, the values of the result that later parameters contain, and
   * whether its rows are arrays.
   */
  sent: { text: number; parameters: (string | null)[]; result: Values; isArrays: boolean }[];
};

/** A statement of postgres.js; its types leave these fields out. */
type Statement = {
  handle: () => Promise<void>;
  resolve: (result: unknown) => void;
  executed: boolean;
  string: string;
  parameters: (string | null)[];
  isRaw: unknown;
};

const VALUE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Returns the ids and times of a result, at any depth. */
function valuesOf(result: unknown, path = ''): Values {
  if (result instanceof Date) return valuesOf(result.toISOString(), path);
  if (typeof result === 'string') return VALUE.test(result) ? { [path.slice(1)]: result } : {};
  if (typeof result !== 'object' || result === null) return {};
  return Object.assign(
    {},
    ...Object.entries(result).map(([name, value]) => valuesOf(value, `${path}.${name}`)),
  ) as Values;
}

/**
 * Does work and records every statement that the pools of this process send meanwhile and that succeeds.
 * @param sql any pool: the prototype of statements is shared by all
 */
export async function recordStatements(
  sql: Sql,
  work: () => Promise<void>,
): Promise<Pick<Recording, 'texts' | 'sent'>> {
  const done: (Omit<Recording['sent'][number], 'text'> & { text: string })[] = [];
  const prototype = Object.getPrototypeOf(sql`select`) as Statement;
  const { handle } = prototype;
  prototype.handle = function (this: Statement) {
    if (!this.executed) {
      const { resolve } = this;
      this.resolve = (result) => {
        const { string: text, parameters, isRaw } = this;
        done.push({ text, parameters: [...parameters], result: valuesOf(result), isArrays: isRaw === 'values' });
        resolve(result);
      };
    }
    return handle.call(this);
  };
  try {
    await work();
  } finally {
    prototype.handle = handle;
  }
  const texts = [...new Set(done.map(({ text }) => text))];
  const sent = done.map(({ text, parameters, result, isArrays }, index) => {
    const later = done.slice(index + 1).flatMap((one) => one.parameters.filter((value) => value !== null));
    const isUsed = ([, value]: [string, string]) => later.some((parameter) => parameter.includes(value));
    return {
      text: texts.indexOf(text),
      parameters,
      result: Object.fromEntries(Object.entries(result).filter(isUsed)),
      isArrays,
    };
  });
  return { texts, sent };
}

/**
 * Sends what a release sent to another database, on one connection. Ids that this database gives take the place of those
 * that were recorded, and times are as late as they were after the start.
 * @param sql a pool of one connection, with the types of lib and `fetch_types: false`
 * @throws the error of the database, with the text of the statement
 */
export async function replay(sql: Sql, { at, texts, sent }: Pick<Recording, 'at' | 'texts' | 'sent'>): Promise<void> {
  // Parameters are the texts that were sent.
  for (const type of Object.keys(sql.options.serializers)) delete sql.options.serializers[Number(type)];
  const lateBy = Date.now() - Date.parse(at);
  const known = new Map<string, string>();
  const current = (parameter: string) => {
    const given = [...known].reduce((text, [recorded, now]) => text.replaceAll(recorded, now), parameter);
    return given === parameter && VALUE.test(parameter) && parameter.endsWith('Z')
      ? new Date(Date.parse(parameter) + lateBy).toISOString()
      : given;
  };
  for (const { text, parameters, result, isArrays } of sent) {
    const values = parameters.map((value) => (value === null ? null : current(value)));
    const statement = sql.unsafe(texts[text]!, values);
    const rows = await (isArrays ? statement.values() : statement).catch((error: unknown) => {
      throw new Error(`${(error as Error).message}, at: ${texts[text]!.trim()}`, { cause: error });
    });
    const now = valuesOf(rows);
    for (const [path, recorded] of Object.entries(result)) if (now[path]) known.set(recorded, now[path]);
  }
}
