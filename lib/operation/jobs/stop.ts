/*
 * The jobs run in the bundle of Next.js, and the program that serves it is outside of it: both reach this function by a
 * global name.
 */
const shared = globalThis as typeof globalThis & { seatAdoptionStopJobs?: () => Promise<void> };

/** Registers how the jobs of this process are stopped. */
export function onStopJobs(stop: () => Promise<void>): void {
  shared.seatAdoptionStopJobs = stop;
}

/** Stops the jobs of this process and waits for what they are doing at the moment, at most one message. */
export async function stopJobs(): Promise<void> {
  await shared.seatAdoptionStopJobs?.();
}
