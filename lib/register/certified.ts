import { reportOf } from '@/db/schema/report-kinds';
import { pickOfferNames } from '@/lib/catalogue/names';
import type { GivenCertificate } from '@/lib/documents/paper-rules';
import { indianIsoDay } from '@/lib/platform/dates';
import type { NamedProgress } from './progress-queries';

/**
 * Returns what the certificate of a session says of the published lines of an adoption in it. Results in which a spot check
 * found differences are left out as those that are not stated. null: no result is left that it could rest on.
 */
export function certify(session: string, lines: readonly NamedProgress[]): GivenCertificate | null {
  const own = lines.filter((line) => line.session === session);
  const courses = own.map((line) => {
    const report = line.stated.find(({ kind, state }) => reportOf(kind).says === 'result' && state !== 'differs');
    const isTold = report && line.result;
    return {
      line: { ...pickOfferNames(line), seats: line.seats },
      state: line.state,
      result: isTold ? line.result : null,
      report: isTold
        ? {
            ...{ id: report.id, version: report.version, on: indianIsoDay(report.statedAt) },
            isChecked: report.state === 'checked',
          }
        : null,
    };
  });
  if (courses.every(({ result }) => result === null)) return null;
  return { session, courses, students: own.map(({ enrolled }) => ({ enrolled })) };
}
