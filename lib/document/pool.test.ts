import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from './draw';
import { drawInThread } from './pool';

// Drawing computes: on a busy machine a new thread takes longer than vitest's five seconds.
vi.setConfig({ testTimeout: 60_000 });

const job: Job = {
  kind: 'summary',
  locale: 'en',
  address: null,
  summary: {
    reference: null,
    date: new Date('2026-11-21T09:00:00Z'),
    sponsor: {
      fullName: 'Radhika',
      designation: 'Head',
      email: 'r@n.example',
      phone: '9',
      company: 'N',
      industry: 'A',
    },
    lines: [{ courseName: 'ITI', branch: 'Fitter', institute: 'I', city: 'Indore', seats: 1, pricePaise: 100 }],
    confirmedBy: null,
    paid: null,
  },
};

const draw = (count: number) => Promise.allSettled(Array.from({ length: count }, () => drawInThread(job)));
const told = (results: PromiseSettledResult<Buffer | null>[]) =>
  results.map((result) => (result.status === 'rejected' ? 'failed' : result.value ? 'drawn' : 'busy'));

afterEach(() => vi.restoreAllMocks());

describe('where the thread answers at once', () => {
  beforeEach(() => {
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      this.emit('message', new Uint8Array(1));
    });
  });

  test('security 38: ten documents at once are made in turn, an eleventh is refused and the place is free again afterwards', async () => {
    expect(told(await draw(11))).toEqual([...Array<string>(10).fill('drawn'), 'busy']);
    expect(told(await draw(1))).toEqual(['drawn']);
  });

  test('whose turn comes too late is told to come again while still listening', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(25_001);
    expect(told(await draw(1))).toEqual(['busy']);
    expect(told(await draw(1))).toEqual(['drawn']);
  });
});

test('a thread that ends takes the document along that it draws; those who wait get theirs from the next one', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate();
  });
  expect(told(await draw(3))).toEqual(['failed', 'drawn', 'drawn']);
});

test('a document that cannot be drawn fails alone', async () => {
  const broken = drawInThread({ ...job, summary: { ...(job as { summary: object }).summary, lines: null } } as never);
  await expect(broken).rejects.toThrow('could not be drawn');
  expect(told(await draw(1))).toEqual(['drawn']);
});
