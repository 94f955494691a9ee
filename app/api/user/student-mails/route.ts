import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { getTranslator } from '@/lib/platform/i18n/server';
import { setStudentMails } from '@/lib/register/student-mails';

const set = createHandler(endpoints.setStudentMails, async ({ scope, body: { send }, locale, respond }) => {
  await setStudentMails(scope, send);
  const message = getTranslator(locale, 'adoptionPage.progress')(send ? 'mails.switchedOn' : 'mails.switchedOff');
  return respond(200, { success: true, message });
});

/** POST /api/user/student-mails: a sponsor or guest switches the e-mails about students on or off. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: set });
