import 'server-only';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { DOCUMENTS } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';

const documents = limiter('generate_pdf', { ...DOCUMENTS, points: 'documents' });
const BUSY_SECONDS = 3;

/** Counts a document request against its client address. Throws HttpError 429 'request.too_many' above the limit. */
export async function limitDocuments(request: Request): Promise<void> {
  const allowed = await documents.consume(clientAddress(request));
  if (!allowed.ok) throw new HttpError('request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
}

/**
 * Returns the PDF as a download that is not cached. Throws HttpError 503 'document.busy' for null, which means that the
 * render queue is full.
 */
export function pdfResponse(pdf: Buffer | null, fileName: string): Response {
  if (!pdf) throw new HttpError('document.busy', { retryAfterSeconds: BUSY_SECONDS });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
