/** Processor time of `run`, in milliseconds. */
async function processorMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Whether `run` takes more than `times` the processor time of `usual` and `more` milliseconds, each time of three: a single
 * measurement may contain the collection of garbage or the compilation of code.
 */
export async function isSlower(run: () => unknown, usual: () => unknown, times = 10, more = 1000): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++)
    if ((await processorMs(run)) <= times * (await processorMs(usual)) + more) return false;
  return true;
}
