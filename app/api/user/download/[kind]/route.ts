import { requireAdmin } from '@/lib/admin/session';
import { HttpError } from '@/lib/core/errors';
import { route } from '@/lib/core/http';
import { answerDownload } from '@/lib/spreadsheet/answer';
import { isDownloadKind } from '@/lib/spreadsheet/schema';

type Context = { params: Promise<{ kind: string }> };

/** How long it may take until the first byte, in milliseconds: the records are counted and the first of them read. */
const BEGIN_MS = 20_000;

/** How long the whole answer may take on Vercel, in seconds: DOWNLOAD_LIMIT_MS, which a setting of Next.js cannot refer to. */
export const maxDuration = 300;

/**
 * GET /api/user/download/{users|billings} (R-API-29, R-API-30): a spreadsheet of all records that match the filter of the same
 * parameters as the tables have; 404 for any other kind (security 49), 401 without an administrator's token.
 */
export const GET = route(async (request: Request, { params }: Context) => {
  const scope = await requireAdmin(request);
  const { kind } = await params;
  if (!isDownloadKind(kind)) throw new HttpError(404, 'download.unknown');
  return answerDownload(scope, kind, request);
}, BEGIN_MS);

/** Without this, Next.js would answer HEAD by GET: a file in the making that nobody reads, and an entry in the audit log for it. */
export const HEAD = () => new Response(null, { status: 405, headers: { Allow: 'GET' } });
