import 'server-only';
import { Worker } from 'node:worker_threads';
import type { Job } from './draw';
import type { Answer, Question } from './thread';

/** One is being drawn, one waits: who comes third is told to come again, before a queue makes everybody wait. */
const MAX_AT_ONCE = 2;
/** A document that takes longer than any caller waits will never come. */
const DRAWING_MS = 60_000;
/** A thread that nobody needs gives its memory back. */
const IDLE_MS = 5 * 60_000;
/** Two hundred lines need about 100 MB; a document that runs away ends its thread and not the server. */
const MAX_MEGABYTES = 512;

type Waiting = { resolve: (pdf: Buffer) => void; reject: (error: Error) => void };

/** The thread that draws, while there is one, with who waits for an answer of it. */
type Drawer = { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout };

let drawer: Drawer | null = null;
let running = 0;
let questions = 0;

/**
 * Has a document drawn in a thread of its own, so that the server answers everybody else meanwhile.
 * @returns null when two are under way already
 * @throws Error when it could not be drawn, or not within a minute
 */
export async function drawInThread(job: Job): Promise<Buffer | null> {
  if (running >= MAX_AT_ONCE) return null;
  running += 1;
  const { worker, waiting, idle } = (drawer ??= startDrawer());
  clearTimeout(idle);
  // A process that is otherwise done waits for its document and for nothing else of the thread.
  worker.ref();
  const id = (questions += 1);
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      late = setTimeout(() => void worker.terminate(), DRAWING_MS);
      worker.postMessage({ id, job } satisfies Question);
    });
  } finally {
    clearTimeout(late);
    running -= 1;
    waiting.delete(id);
    if (waiting.size === 0) rest();
  }
}

function startDrawer(): Drawer {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const started: Drawer = { worker, waiting: new Map() };
  worker.on('message', ({ id, pdf }: Answer) => {
    const asked = started.waiting.get(id);
    if (pdf) asked?.resolve(Buffer.from(pdf.buffer));
    else asked?.reject(new Error('The document could not be drawn'));
  });
  // Ended in whatever way: the next document gets a new thread, and nobody waits for this one.
  const end = (error: Error) => {
    if (drawer === started) drawer = null;
    for (const { reject } of started.waiting.values()) reject(error);
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
