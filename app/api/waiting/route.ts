import { askForSeats } from '@/lib/waiting/mutations';
import { wishOf } from '@/lib/waiting/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/waiting';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { countAttempt } from '../user/verify-otp/attempts';

const ask = createHandler(endpoints.askForSeats, async ({ request, body, locale, respond }) => {
  await countAttempt(request);
  const by = { clientAddress: clientAddress(request), locale };
  const { id } = await orRefuseWithContact(await askForSeats(wishOf(body), body.email, body.otp, by), locale);
  return respond(200, { success: true, message: getTranslator(locale, 'waiting')('saved'), id });
});

/** POST /api/waiting: stores a request to be told about free seats, with a code. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: ask });
