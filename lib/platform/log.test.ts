import { afterEach, expect, test, vi } from 'vitest';
import { log, setLogProgram } from './log';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  setLogProgram({});
});

test('LOG_LEVEL leaves out what is below it', () => {
  const lines = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  const written = (level: string) => {
    vi.stubEnv('LOG_LEVEL', level);
    for (const line of lines) line.mockClear();
    log.info('one');
    log.warn('two');
    log.error('three');
    return lines.map((line) => line.mock.calls.length);
  };
  expect(['', 'info', 'warn', 'error'].map(written)).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [0, 1, 1],
    [0, 0, 1],
  ]);
});

test('every line names the program that wrote it', () => {
  const line = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  setLogProgram({ build: 'b1', instance: 'seats-1', pid: 7 });
  log.info('started', { port: 3000 });
  expect(JSON.parse(String(line.mock.calls[0]![0]))).toMatchObject({
    ...{ level: 'info', event: 'started', build: 'b1', instance: 'seats-1', pid: 7, port: 3000 },
  });
});
