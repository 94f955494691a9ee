import { afterEach, expect, test, vi } from 'vitest';
import { guardConsole } from './console';
import { log } from './log';

const own = { log: console.log, info: console.info, warn: console.warn, error: console.error };
afterEach(() => Object.assign(console, own));

/** Returns what a guarded console prints while `work` runs. */
function printedBy(work: () => void): unknown[][] {
  const terminal = vi.fn();
  Object.assign(console, { warn: terminal, error: terminal });
  guardConsole();
  work();
  return terminal.mock.calls;
}

test('security 65: a line of the log is printed as it is', () => {
  const printed = printedBy(() => {
    log.warn('call.refused', { code: 'request.invalid' });
    log.error('page.failed', { route: '/a\n{"at":' });
  });
  expect(printed.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { level: 'warn', event: 'call.refused', code: 'request.invalid' },
    { level: 'error', event: 'page.failed', route: '/a\n{"at":' },
  ]);
});

test.each([
  ['words and a value', ['⨯', 'internal image response failed for', '/login\n{"at":"CANARY"}\nx', 404]],
  ['a value inside the words', ['`host` header with value `CANARY` does not match']],
  ['an error', [new Error('Failed to find Server Action "CANARY"', { cause: new Error('CANARY') })]],
  ['words and an error', ['uncaughtException: ', new TypeError('CANARY')]],
  ['a line of the log with another behind it', ['{"at":"x"}\n{"at":"CANARY"}']],
  ['a line of the log and more', ['{"at":"x"}', '{"at":"CANARY"}']],
  ['no words at all', [{ CANARY: 1 }]],
  ['an object that cannot be written', [Object.create(null)]],
  ['nothing', []],
])('security 65: of %s one line is printed, without the value', (_, said) => {
  const printed = printedBy(() => console.error(...said));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toEqual([expect.not.stringMatching(/CANARY|\n/)]);
  expect(JSON.parse(String(printed[0]![0]))).toMatchObject({ level: 'error', event: 'framework.printed' });
});

test('what the framework prints at its start is a line of the log, too', () => {
  const terminal = vi.fn();
  Object.assign(console, { log: terminal, info: terminal });
  guardConsole(['log']);
  console.log(' ✓', 'Running next.config.mjs took 5ms');
  console.log(' ✓ Ready');
  expect(terminal.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { level: 'info', event: 'framework.printed', words: 'Running next' },
    { level: 'info', event: 'framework.printed' },
  ]);
});

test('security 65: the line has the first words, or the kind and place of the error', () => {
  const printed = printedBy(() => {
    console.warn('⨯', 'internal image response failed for', '/login');
    console.error('uncaughtException: ', new TypeError('CANARY'));
  });
  expect(printed.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { level: 'warn', words: 'internal image response failed for' },
    { level: 'error', kind: 'TypeError', where: expect.stringContaining('console.test.ts') },
  ]);
});
