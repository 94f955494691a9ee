import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest, sum } from './test-summary';

describe('counting the tests of a run', () => {
  test('adds up', () => {
    expect(
      sum([
        { passed: 3, failed: 1 },
        { passed: 4, failed: 0 },
      ]),
    ).toEqual({ passed: 7, failed: 1 });
  });

  test('a vitest file that does not load is a failure, one with a failed test is not counted twice', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(countVitest({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2 });
  });

  test('a flaky test and an error outside the tests are failures', () => {
    expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({
      passed: 5,
      failed: 3,
    });
  });
});
