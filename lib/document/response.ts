import 'server-only';
import { HttpError } from '@/lib/core/errors';
import { clientAddress } from '@/lib/core/http';
import { DOCUMENTS } from '@/lib/core/limits';
import { limiter } from '@/lib/core/rate-limit';

const documents = limiter('generate_pdf', DOCUMENTS);
const BUSY_SECONDS = 3;

/** Counts a call for a document of any kind against its address; throws HttpError 429 'request.too_many' once there were too many. */
export async function limitDocuments(request: Request): Promise<void> {
  const allowed = await documents.consume(clientAddress(request));
  if (!allowed.ok) throw new HttpError(429, 'request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
}

/** Answers a drawn document as a download that nobody keeps; throws HttpError 503 'document.busy' for null, which the renderer gives when it has no place. */
export function pdfResponse(pdf: Buffer | null, fileName: string): Response {
  if (!pdf) throw new HttpError(503, 'document.busy', { retryAfterSeconds: BUSY_SECONDS });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
