import 'server-only';
import { Worker } from 'node:worker_threads';
import type { Job } from './draw';
import type { Answer } from './thread';

/** One is being drawn, the others wait their turn: whole offices adopt at once, but nobody joins a queue without an end. */
const MAX_AT_ONCE = 10;
/** Who has waited this long for a turn is told to come again, while callers still listen. */
const WAITING_MS = 25_000;
/** A document that takes longer than any caller waits will never come. */
const DRAWING_MS = 60_000;
/** A thread that nobody needs gives its memory back. */
const IDLE_MS = 5 * 60_000;
/** Two hundred lines need about 100 MB; a document that runs away ends its thread and not the server. */
const MAX_MEGABYTES = 512;

/** The thread that draws, while there is one, with who waits for its answer. */
type Drawer = {
  worker: Worker;
  asked: { resolve: (pdf: Buffer) => void; reject: (error: Error) => void } | null;
  idle?: NodeJS.Timeout;
};

let drawer: Drawer | null = null;
let running = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Has a document drawn in a thread of its own, so that the server answers everybody else meanwhile. One after the other: two at once
 * would only share the time.
 * @returns null when too many are under way already, or their turns take too long
 * @throws Error when it could not be drawn, or not within a minute
 */
export async function drawInThread(job: Job): Promise<Buffer | null> {
  if (running >= MAX_AT_ONCE) return null;
  running += 1;
  const came = performance.now();
  const drawn = last.then(() => (performance.now() - came > WAITING_MS ? null : drawNow(job)));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } finally {
    running -= 1;
    if (running === 0) rest();
  }
}

async function drawNow(job: Job): Promise<Buffer> {
  const asked = (drawer ??= startDrawer());
  clearTimeout(asked.idle);
  // A process that is otherwise done waits for its document and for nothing else of the thread.
  asked.worker.ref();
  const late = setTimeout(() => void asked.worker.terminate(), DRAWING_MS);
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      asked.asked = { resolve, reject };
      asked.worker.postMessage(job);
    });
  } finally {
    clearTimeout(late);
    asked.asked = null;
  }
}

function startDrawer(): Drawer {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const started: Drawer = { worker, asked: null };
  worker.on('message', (pdf: Answer) => {
    if (pdf) started.asked?.resolve(Buffer.from(pdf.buffer));
    else started.asked?.reject(new Error('The document could not be drawn'));
  });
  // Ended in whatever way: the next document gets a new thread, and nobody waits for this one.
  const end = (error: Error) => {
    if (drawer === started) drawer = null;
    started.asked?.reject(error);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`The drawing thread ended with ${code}`)));
  return started;
}

function rest(): void {
  if (!drawer) return;
  const { worker } = drawer;
  worker.unref();
  drawer.idle = setTimeout(() => {
    drawer = null;
    void worker.terminate();
  }, IDLE_MS).unref();
}
