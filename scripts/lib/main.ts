/** Runs a script: an error ends it with its message alone and exit code 1; DEBUG=1 shows where it came from. */
export async function main(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
    process.exit(1);
  }
}
