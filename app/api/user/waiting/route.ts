import { askAsSponsor } from '@/lib/waiting/mutations';
import { wishOf } from '@/lib/waiting/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/waiting';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';

const ask = createHandler(endpoints.askAsSponsor, async ({ request, scope, body, locale, respond }) => {
  const { id } = await orRefuseWithContact(
    await askAsSponsor(scope, wishOf(body), { clientAddress: clientAddress(request), locale }),
    locale,
  );
  return respond(200, { success: true, message: getTranslator(locale, 'waiting')('saved'), id });
});

/** POST /api/user/waiting: stores a request of a signed-in sponsor, whose confirmed address needs no code. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: ask });
