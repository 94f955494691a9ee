import * as endpoints from '@/lib/api/documents';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { draftSummary, summaryByDownloadToken } from '@/lib/documents/queries';
import { renderSummary } from '@/lib/documents/render';
import { limitDocuments, pdfResponse } from '@/lib/documents/response';
import { summaryFileName } from '@/lib/documents/rules';
import { isoDate } from '@/lib/platform/dates';

const open = createHandler(
  endpoints.generatePdf,
  async ({ request, body: { userData, selectedCourses }, locale }) => {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    let summary = token ? await summaryByDownloadToken(token) : null;
    // A verified adoption must never be printed as a draft.
    if (summary === 'expired') throw new HttpError('document.receipt_expired');
    if (!summary) {
      if (Object.keys(selectedCourses).length === 0) throw new HttpError('seats.none_selected');
      summary = await draftSummary(userData, Object.values(selectedCourses));
    }
    if (!summary) throw new HttpError('course.unknown');
    return pdfResponse(
      await renderSummary(summary, locale, clientAddress(request)),
      summaryFileName(isoDate(new Date())),
    );
  },
  limitDocuments,
);

/**
 * POST /api/user/generate-pdf: the adoption summary as a PDF. With the receipt token of verify-otp as bearer it prints
 * that billing's snapshot; without a valid one, a draft of the given selection.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: open });
