import { HttpError } from '@/lib/core/errors';
import { clientAddress, MAX_SELECTION_BYTES, readJson, route } from '@/lib/core/http';
import { limiter } from '@/lib/core/limits';
import { draftSummary, summaryByReceipt } from '@/lib/document/queries';
import { renderSummary } from '@/lib/document/render';
import { isoDate, summaryFileName } from '@/lib/document/rules';
import { generatePdfSchema } from '@/lib/document/schema';

const documents = limiter('generate_pdf', { points: 30, seconds: 10 * 60 });
const BUSY_SECONDS = 3;
/** Two hundred lines take seconds to draw, more on a busy machine. */
const DEADLINE_MS = 60_000;

/**
 * POST /api/user/generate-pdf (R-API-24 to R-API-26, A-65): the adoption summary as a PDF. With the receipt token of
 * verify-otp as bearer it prints that billing's own snapshot; without a genuine one, a draft of the given selection.
 */
export const POST = route(async (request: Request) => {
  const allowed = await documents.consume(clientAddress(request));
  if (!allowed.ok) throw new HttpError(429, 'request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
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

  const pdf = await renderSummary(summary);
  if (!pdf) throw new HttpError(503, 'document.busy', { retryAfterSeconds: BUSY_SECONDS });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${summaryFileName(isoDate(new Date()))}"`,
      'Cache-Control': 'no-store',
    },
  });
}, DEADLINE_MS);
