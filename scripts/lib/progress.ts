/**
 * Tells on standard error what a command waits for once it takes longer than two seconds, with the seconds so far: standard output
 * stays the command's result.
 */
export async function withProgress<T>(stage: string, work: Promise<T>): Promise<T> {
  const started = performance.now();
  const timer = setInterval(() => {
    console.error(`${stage} … ${Math.round((performance.now() - started) / 1000)} s`);
  }, 2000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
