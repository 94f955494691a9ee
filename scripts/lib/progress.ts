/**
 * Prints the current stage and its duration in seconds to standard error once a command takes longer than two seconds.
 * Standard output contains only the command's result.
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
