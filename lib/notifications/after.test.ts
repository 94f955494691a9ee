import { beforeEach, expect, test, vi } from 'vitest';

const tasks: (() => Promise<void>)[] = [];
const sendDueMessages = vi.fn<(limit: number) => Promise<number>>();
vi.mock('next/server', () => ({ after: (task: () => Promise<void>) => tasks.push(task) }));
vi.mock('./mutations', () => ({ sendDueMessages }));

const { sendAfterResponse } = await import('./after');
const { log } = await import('@/lib/platform/log');

beforeEach(() => {
  tasks.length = 0;
  sendDueMessages.mockReset();
});

/** Ends a response: runs the task that it registered. */
function respond(): Promise<void> {
  sendAfterResponse();
  return tasks.pop()!();
}

test('many responses during a run share the next one', async () => {
  const ends: (() => void)[] = [];
  sendDueMessages.mockImplementation(() => new Promise((done) => ends.push(() => done(1))));
  const first = respond();
  await vi.waitFor(() => expect(sendDueMessages).toHaveBeenCalledTimes(1));
  const others = Array.from({ length: 500 }, respond);
  ends.shift()!();
  await first;
  await vi.waitFor(() => expect(sendDueMessages).toHaveBeenCalledTimes(2));
  ends.shift()!();
  await Promise.all(others);
  expect(sendDueMessages).toHaveBeenCalledTimes(2);
});

test('a run that fails is logged, and the next response starts another', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  sendDueMessages.mockRejectedValueOnce(new Error('no database')).mockResolvedValueOnce(0);
  await respond();
  expect(warn).toHaveBeenCalledWith('messages_not_sent', expect.anything());
  await respond();
  expect(sendDueMessages).toHaveBeenCalledTimes(2);
});
