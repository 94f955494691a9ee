/** Number of passed and failed checks. Skipped ones are not counted. */
export type TestCounts = { passed: number; failed: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] };

/** Adds up several summaries. */
export function sum(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/**
 * Counts vitest's JSON report. A file that fails outside its tests, for example because it does not load, counts as one
 * failure.
 */
export function countVitest(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * Counts Playwright's JSON report. A test that passed only on retry, and an error outside the tests, count as failures.
 */
export function countPlaywright(report: unknown): TestCounts {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
