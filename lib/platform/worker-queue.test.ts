import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { createWorkerQueue } from './worker-queue';

const LIMITS = { maxJobs: 10, waitMs: 60_000, runMs: 60_000, idleMs: 1000 };

/** A worker that evaluates each message as code and posts the result. */
const RUNNER = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (code) => parentPort.postMessage((0, eval)(code)));`;

function queue(limits: Partial<typeof LIMITS> = {}, maxOldGenerationSizeMb = 64) {
  let workers = 0;
  const { run } = createWorkerQueue<string, unknown>(
    () => {
      workers += 1;
      return new Worker(new URL(`data:text/javascript,${encodeURIComponent(RUNNER)}`), {
        resourceLimits: { maxOldGenerationSizeMb },
      });
    },
    { ...LIMITS, ...limits },
  );
  return { run, started: () => workers };
}

describe('security 62: a worker queue', () => {
  test('security 62: ends a job that computes without end, keeps answering meanwhile, and does the next one', async () => {
    const { run, started } = queue({ runMs: 2000 });
    expect(await run('1 + 1', 'a')).toBe(2);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    const endless = run('for (;;);', 'a');
    const next = run('2 + 2', 'a');
    await expect(endless).rejects.toMatchObject({ reason: 'timeout' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
    expect([await next, started()]).toEqual([4, 2]);
  });

  test('security 62: ends a job that fills its memory, and does the next one', async () => {
    const { run, started } = queue();
    const hungry = run('const all = []; for (;;) all.push({ all: [] });', 'a');
    const next = run('3 + 3', 'a');
    await expect(hungry).rejects.toMatchObject({ reason: 'memory' });
    expect([await next, started()]).toEqual([6, 2]);
  });

  test('reports a worker that exits on its own, and starts another one', async () => {
    const { run, started } = queue();
    await expect(run('process.exit(3)', 'a')).rejects.toMatchObject({ reason: 'ended' });
    await expect(run('throw new Error("broken")', 'a')).rejects.toMatchObject({ reason: 'ended' });
    expect([await run('4 + 4', 'a'), started()]).toEqual([8, 3]);
  });

  test('terminates an idle worker', async () => {
    const { run, started } = queue({ idleMs: 1 });
    await run('0', 'a');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await run('0', 'a');
    expect(started()).toBe(2);
  });
});
