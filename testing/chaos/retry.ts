import { setTimeout as pause } from 'node:timers/promises';

/** How long something without a response is repeated, in seconds; a crashed database is back well before. */
export const RETRY_SECONDS = 60;

/** Repeats work on the database while it is down. */
export async function retry<T>(work: () => PromiseLike<T>): Promise<T> {
  for (const until = Date.now() + RETRY_SECONDS * 1000; ; await pause(300)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Waits so many milliseconds, or until `running` returns false. */
export async function pauseWhile(running: () => boolean, milliseconds: number): Promise<void> {
  for (const end = Date.now() + milliseconds; running() && Date.now() < end;)
    await pause(Math.min(200, end - Date.now()));
}
