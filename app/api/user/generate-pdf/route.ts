import { HttpError } from '@/lib/core/errors';
import { MAX_SELECTION_BYTES, readJson, route } from '@/lib/core/http';
import { answerPdf, DOCUMENT_DEADLINE_MS, limitDocuments } from '@/lib/document/answer';
import { draftSummary, summaryByReceipt } from '@/lib/document/queries';
import { renderSummary } from '@/lib/document/render';
import { isoDate, summaryFileName } from '@/lib/document/rules';
import { generatePdfSchema } from '@/lib/document/schema';
import { requestLocale } from '@/lib/text/request';

/**
 * POST /api/user/generate-pdf (R-API-24 to R-API-26, A-65): the adoption summary as a PDF, in the language that the request accepts. With the receipt token of
 * verify-otp as bearer it prints that billing's own snapshot; without a genuine one, a draft of the given selection.
 */
export const POST = route(async (request: Request) => {
  await limitDocuments(request);
  const { userData, selectedCourses } = await readJson(request, generatePdfSchema, MAX_SELECTION_BYTES);

  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  let summary = token ? await summaryByReceipt(token) : null;
  // A verified adoption must never be handed out as a paper that says it is not.
  if (summary === 'expired') throw new HttpError(403, 'document.receipt_expired');
  if (!summary) {
    if (Object.keys(selectedCourses).length === 0) throw new HttpError(400, 'seats.none_selected');
    summary = await draftSummary(userData, selectedCourses);
  }
  if (!summary) throw new HttpError(400, 'course.unknown');
  return answerPdf(await renderSummary(summary, requestLocale(request)), summaryFileName(isoDate(new Date())));
}, DOCUMENT_DEADLINE_MS);
