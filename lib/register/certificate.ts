import 'server-only';
import { and, eq } from 'drizzle-orm';
import { billings } from '@/db/schema';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { issuePaper, type NewPaper } from '@/lib/documents/papers/mutations';
import { HttpError, type Outcome } from '@/lib/platform/errors';
import { certify } from './certified';
import { readLines } from './progress-queries';

/**
 * Issues the certificate of an adoption in an academic session, with what is published of the results that institutes stated;
 * the same paper while nothing of it changed.
 * @returns 'own_adoption.not_found' for an unknown adoption or a session without its seats, and for those of others;
 * 'certificate.not_yet' while the seats are not paid, or there is no result without differences in a spot check
 */
export async function issueCertificate(
  scope: AdoptionScope,
  billingId: string,
  session: string,
): Promise<Outcome<{ paper: NewPaper }>> {
  // All lines of the adoption, so that those of the session are published as on its page.
  const lines = await readLines(and(eq(billings.id, billingId), ownedBy(scope))!);
  if (!lines.some((line) => line.session === session)) return { ok: false, code: 'own_adoption.not_found' };
  const given = certify(session, lines);
  if (!given) return { ok: false, code: 'certificate.not_yet' };
  try {
    const source = `${billingId}/${session}`;
    return { ok: true, paper: await issuePaper({ kind: 'certificate', billingId, source, given }) };
  } catch (error) {
    if (error instanceof HttpError && error.code === 'document.not_found')
      return { ok: false, code: 'certificate.not_yet' };
    throw error;
  }
}
