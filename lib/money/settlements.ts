import 'server-only';
import { db } from '@/db/client';
import { jobTime } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { PROVIDER_NAMES, providerNamed } from './provider';
import type { SettleOptions } from './settle';
import { claimReport, compareReports, planReports, storeReport } from './settlement-statements';

/**
 * Reads the settlement reports that are due, of every provider that has reports and settings, and compares them with our
 * payments and refunds. Days that were missed are read later, the oldest first. Safe to run any number of times at once:
 * each report is read by one. A provider that cannot be read is left for the next run.
 * @param options.names the providers; tests replace them
 * @param signal once aborted, nothing further is begun
 * @returns the number of reports that were read
 */
export async function readSettlements(
  {
    database = db(),
    named = providerNamed,
    names = PROVIDER_NAMES,
  }: SettleOptions & { names?: readonly string[] } = {},
  signal?: AbortSignal,
): Promise<number> {
  const mayBegin = jobTime(signal);
  let read = 0;
  for (const name of names) {
    const provider = named(name);
    if (!provider?.settlements) continue;
    await planReports(database, name);
    while (mayBegin()) {
      const report = await claimReport(database, name);
      if (!report) break;
      const items = await provider.settlements(report.day).catch((error: unknown) => {
        log.warn('settlement_report_not_read', { provider: name, day: report.day, ...describeError(error) });
        return null;
      });
      if (!items) break;
      await storeReport(database, report, items);
      read++;
    }
  }
  if (read > 0) await compareReports(database);
  return read;
}
