import { sendWaitingCode } from '@/lib/waiting/mutations';
import { wishOf } from '@/lib/waiting/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/waiting';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/platform/limits';

const send = createHandler(endpoints.sendWaitingCode, async ({ request, body, locale, respond }) => {
  await orRefuseWithContact(
    await sendWaitingCode(wishOf(body), body.email, { clientAddress: clientAddress(request), locale }),
    locale,
  );
  const message = getTranslator(locale, 'waiting')('sent');
  return respond(200, { success: true, message, expiresIn: OTP_SECONDS, resendIn: RESEND_SECONDS });
});

/** POST /api/waiting/code: sends the code that proves the address of somebody who wants to wait for seats. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: send });
