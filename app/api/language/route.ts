import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/service';
import { LOCALE_COOKIE, LOCALE_SECONDS } from '@/lib/platform/i18n/locale';

/**
 * POST /api/language: stores the visitor's language for a year and redirects back to the page. A plain form, so that it
 * works before hydration and without JavaScript.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.chooseLanguage,
    async ({ body: { locale, to } }) =>
      new Response(null, {
        status: 303,
        headers: {
          Location: to,
          'Set-Cookie': `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_SECONDS}; SameSite=Lax`,
          'Cache-Control': 'no-store',
        },
      }),
  ),
});
