import 'server-only';
import { and, eq } from 'drizzle-orm';
import { billingItems, billings } from '@/db/schema';
import { reportOf } from '@/db/schema/report-kinds';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { pickOfferNames } from '@/lib/catalogue/names';
import { issuePaper, type NewPaper } from '@/lib/documents/papers/mutations';
import { indianIsoDay } from '@/lib/platform/dates';
import { HttpError, type Outcome } from '@/lib/platform/errors';
import { readLines } from './progress-queries';

/**
 * Issues the certificate of the seats of a course in an adoption, with what is published of the result that the institute
 * stated; the same paper while nothing of it changed.
 * @returns 'own_adoption.not_found' for an unknown adoption or course, and for those of others; 'certificate.not_yet' while the
 * seats are not paid, there is no result, or a spot check of it found differences
 */
export async function issueCertificate(
  scope: AdoptionScope,
  billingId: string,
  courseId: string,
): Promise<Outcome<{ paper: NewPaper }>> {
  const [line] = await readLines(and(eq(billings.id, billingId), ownedBy(scope), eq(billingItems.courseId, courseId))!);
  if (!line) return { ok: false, code: 'own_adoption.not_found' };
  const report = line.stated.find(({ kind }) => reportOf(kind).says === 'result');
  if (!report || !line.result || report.state === 'differs') return { ok: false, code: 'certificate.not_yet' };
  const { id, version, statedAt, state } = report;
  const facts = {
    line: { ...pickOfferNames(line), seats: line.seats },
    result: { is: line.result.is, says: line.result.says, count: line.result.count },
    report: { id, version, on: indianIsoDay(statedAt), isChecked: state === 'checked' },
    students: {
      enrolled: line.enrolled && { says: line.enrolled.says, count: line.enrolled.count },
      of: line.result.of,
    },
  };
  try {
    const source = `${billingId}/${courseId}`;
    return { ok: true, paper: await issuePaper({ kind: 'certificate', billingId, source, given: facts }) };
  } catch (error) {
    if (error instanceof HttpError && error.code === 'document.not_found')
      return { ok: false, code: 'certificate.not_yet' };
    throw error;
  }
}
