import { HttpError } from '@/lib/core/errors';
import { route } from '@/lib/core/http';
import { answerPdf, DOCUMENT_DEADLINE_MS, limitDocuments } from '@/lib/document/answer';
import { summaryOfAdoption } from '@/lib/document/queries';
import { renderSummary } from '@/lib/document/render';
import { isoDate, summaryFileName } from '@/lib/document/rules';
import { requireSponsor } from '@/lib/identity/session';
import { requestLocale } from '@/lib/text/request';

type Context = { params: Promise<{ billingId: string }> };

/**
 * GET /api/billing/{billingId}/summary: the adoption summary of one of the signed-in sponsor's own adoptions, in the language that the request accepts; 401,
 * 429, or 404 with one body for every id that is not theirs, unknown, or has no seats for good.
 */
export const GET = route(async (request: Request, { params }: Context) => {
  await limitDocuments(request);
  const scope = await requireSponsor(request);
  const summary = await summaryOfAdoption(scope, (await params).billingId);
  if (!summary) throw new HttpError(404, 'document.not_found');
  return answerPdf(await renderSummary(summary, requestLocale(request)), summaryFileName(isoDate(new Date())));
}, DOCUMENT_DEADLINE_MS);
