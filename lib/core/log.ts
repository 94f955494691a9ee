/** Never pass personal data: names, addresses, phone numbers, codes, tokens. */
type Fields = Record<string, string | number | boolean | null | undefined>;

let context: () => Fields = () => ({});

/** Has every line carry what is known of the running request; a browser has no such thing, and does not load what knows it. */
export function setLogContext(read: () => Fields): void {
  context = read;
}

function write(level: 'info' | 'warn' | 'error', event: string, fields: Fields) {
  console[level](JSON.stringify({ at: new Date().toISOString(), level, event, ...context(), ...fields }));
}

/** The log of the server: one line an event on the console. */
export const log = {
  info: (event: string, fields: Fields = {}) => write('info', event, fields),
  warn: (event: string, fields: Fields = {}) => write('warn', event, fields),
  error: (event: string, fields: Fields = {}) => write('error', event, fields),
};

/** A name as programs give one: an error may carry anything in the place of it. */
const plain = (name: unknown) => (typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : undefined);

/** The parts of an unexpected error that are safe to log: its kind and the top of its stack, without values. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { stack, message, cause } = error;
  // Behind the message, which may have lines of its own that begin like those of the stack.
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
