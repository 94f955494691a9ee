import { z } from 'zod';
import { parseOrThrow, readBody, route } from '@/lib/core/http';
import { LOCALE_COOKIE, LOCALES } from '@/lib/text/locale';

const MAX_BYTES = 4 * 1024;
const MAX_ADDRESS = 2000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `to` is a path of this site: not an address of another one, however it is written. A header holds ASCII, as addresses do. */
const choiceSchema = z.object({
  locale: z.enum(LOCALES),
  to: z
    .string()
    .max(MAX_ADDRESS)
    .regex(/^\/(?![/\\])[!-[\]-~]*$/),
});

/**
 * POST /api/language: remembers the visitor's language for a year and leads back to the page it was chosen on. A plain form, so
 * that it works before the page's script does, and without it.
 */
export const POST = route(async (request: Request) => {
  const form = new URLSearchParams((await readBody(request, MAX_BYTES)).toString());
  const { locale, to } = parseOrThrow(choiceSchema, Object.fromEntries(form));
  return new Response(null, {
    status: 303,
    headers: {
      Location: to,
      'Set-Cookie': `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`,
      'Cache-Control': 'no-store',
    },
  });
});
