/** Must not contain personal data: names, addresses, phone numbers, codes, tokens. */
type Fields = Record<string, string | number | boolean | null | undefined>;

let context: () => Fields = () => ({});

/**
 * Sets the source of the fields that every line has, such as the request id. Browsers set none and do not load its
 * code.
 */
export function setLogContext(read: () => Fields): void {
  context = read;
}

/** On globalThis, because a build has several copies of this module in one process. */
const shared = globalThis as typeof globalThis & { seatAdoptionLogProgram?: Fields };

/** Sets the fields of every line that say which build and which process wrote it. */
export function setLogProgram(fields: Fields): void {
  shared.seatAdoptionLogProgram = fields;
}

/** The levels of LOG_LEVEL, in ascending order. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
type Level = (typeof LOG_LEVELS)[number];

function write(level: Level, event: string, fields: Fields) {
  const least = LOG_LEVELS.indexOf((process.env.LOG_LEVEL ?? '') as Level);
  if (LOG_LEVELS.indexOf(level) < least) return;
  console[level](
    JSON.stringify({
      at: new Date().toISOString(),
      level,
      event,
      ...shared.seatAdoptionLogProgram,
      ...context(),
      ...fields,
    }),
  );
}

/** The server log: one line per event on the console, from LOG_LEVEL on. */
export const log = {
  info: (event: string, fields: Fields = {}) => write('info', event, fields),
  warn: (event: string, fields: Fields = {}) => write('warn', event, fields),
  error: (event: string, fields: Fields = {}) => write('error', event, fields),
};

/** Accepts identifiers only: an error's name may hold anything. */
const plain = (name: unknown) => (typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : undefined);

/**
 * Returns the fields of an unexpected error that are safe to log: its kind and the top of its stack, without values.
 */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { stack, message, cause } = error;
  // Skips the message, whose lines may look like stack frames.
  const from = stack?.indexOf(message) ?? -1;
  const frames = from < 0 ? '' : stack!.slice(from + message.length);
  return {
    kind: plain(error.name),
    code: plain((error as { code?: unknown }).code ?? (cause as { code?: unknown } | undefined)?.code),
    where: frames
      .split('\n')
      .find((line) => line.startsWith('    at '))
      ?.trim(),
  };
}
