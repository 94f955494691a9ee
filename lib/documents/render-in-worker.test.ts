import { Worker } from 'node:worker_threads';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RenderJob } from './render-pdf';
import { renderInWorker } from './render-in-worker';

type SummaryJob = Extract<RenderJob, { kind: 'summary' }>;

const job: SummaryJob = {
  kind: 'summary',
  locale: 'en',
  url: null,
  content: {
    reference: null,
    date: new Date('2026-11-21T09:00:00Z'),
    sponsor: EXAMPLE_SPONSOR,
    lines: [{ courseName: 'ITI', branch: 'Fitter', institute: 'I', city: 'Indore', seats: 1, pricePaise: 100 }],
    confirmedBy: null,
    paid: null,
  },
};

const adopted: SummaryJob = { ...job, url: 'https://seats.example/verify/SA-1' };
const draw = (count: number) => Promise.allSettled(Array.from({ length: count }, () => renderInWorker(job, 'a')));
const outcomesOf = (results: PromiseSettledResult<Buffer | null>[]) =>
  results.map((result) => (result.status === 'rejected' ? 'failed' : result.value ? 'drawn' : 'busy'));

afterEach(() => vi.restoreAllMocks());

describe('with an immediate response of the worker', () => {
  beforeEach(() => {
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      this.emit('message', new Uint8Array(1));
    });
  });

  test('security 38: ten documents at once are made in turn, an eleventh is refused and the place is free again afterwards', async () => {
    expect(outcomesOf(await draw(11))).toEqual([...Array<string>(10).fill('drawn'), 'busy']);
    expect(outcomesOf(await draw(1))).toEqual(['drawn']);
  });

  test('a job that waits too long is refused before the caller times out', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(25_001);
    expect(outcomesOf(await draw(1))).toEqual(['busy']);
    expect(outcomesOf(await draw(1))).toEqual(['drawn']);
  });
});

test('a worker that exits fails its current document; waiting documents are rendered by the next one', async () => {
  // On a busy machine they would wait too long.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate();
  });
  expect(outcomesOf(await draw(3))).toEqual(['failed', 'drawn', 'drawn']);
});

describe('with responses controlled by the test', () => {
  /** Responds to the jobs that were sent to a worker. */
  let drawing: { job: SummaryJob; worker: Worker }[] = [];
  const handedOver = () => new Promise(setImmediate);
  const finishAll = async () => {
    for (let next = drawing.shift(); next; next = drawing.shift()) {
      next.worker.emit('message', new Uint8Array(1));
      await handedOver();
    }
  };
  beforeEach(() => {
    drawing = [];
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, job: SummaryJob) {
      drawing.push({ job, worker: this });
    });
  });
  const named = (url: string, requester: string) => {
    const done = renderInWorker({ ...job, content: { ...adopted.content, reference: url } }, requester);
    return done.then((pdf) => `${url} ${pdf ? 'drawn' : 'busy'}`);
  };
  const drawn = () => drawing.map(({ job }) => job.content.reference!);

  test('security 66: a verified adoption gets its documents while one address has drafts in every place', async () => {
    const drafts = Array.from({ length: 29 }, () => renderInWorker(job, 'a'));
    const receipt = renderInWorker(adopted, 'b');
    await vi.waitFor(() => expect(drawing.map(({ job }) => job.url)).toEqual([null, adopted.url]));
    drawing.pop()!.worker.emit('message', new Uint8Array(1));
    expect(await receipt).toBeInstanceOf(Buffer);
    await finishAll();
    expect(outcomesOf(await Promise.allSettled(drafts)).filter((result) => result === 'drawn')).toHaveLength(10);
  });

  test('security 66: an address with many drafts makes room for another one, whose draft comes next', async () => {
    const many = Array.from({ length: 10 }, (_, index) => named(`a${index}`, 'a'));
    const [other, second] = [named('b0', 'b'), named('c0', 'c')];
    const order: string[] = [];
    await handedOver();
    while (drawing.length > 0) {
      order.push(...drawn());
      drawing.pop()!.worker.emit('message', new Uint8Array(1));
      await handedOver();
    }
    expect(order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
    expect(await Promise.all([other, second])).toEqual(['b0 drawn', 'c0 drawn']);
    expect((await Promise.all(many)).filter((result) => result.endsWith('busy'))).toEqual(['a8 busy', 'a9 busy']);
  });

  test('a worker that dies while idle does not affect the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = renderInWorker(job, 'a');
      await handedOver();
      const { worker } = drawing[0]!;
      await finishAll();
      await first;
      await worker.terminate();

      // The idle timeout of the first worker ends while the next one renders.
      vi.advanceTimersByTime(5 * 60_000 - 1000);
      const second = renderInWorker(job, 'a');
      await handedOver();
      const next = drawing[0]!.worker;
      vi.advanceTimersByTime(2000);
      await finishAll();
      await second;
      const third = renderInWorker(job, 'a');
      await handedOver();
      expect([next === worker, drawing[0]!.worker === next]).toEqual([false, true]);
      await finishAll();
      await third;
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a document that cannot be rendered does not affect others', async () => {
  const broken = renderInWorker({ ...job, content: { ...job.content, lines: null } } as never, 'a');
  await expect(broken).rejects.toThrow('Could not render the document');
  expect(outcomesOf(await draw(1))).toEqual(['drawn']);
});
