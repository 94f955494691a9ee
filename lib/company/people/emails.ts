import 'server-only';
import { INVITATION_DAYS } from '@/lib/platform/limits';
import { secretLink } from '@/lib/platform/secret-token';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { emailBody } from '@/lib/delivery/email';
import type { Message } from '@/lib/delivery/schema';
import { quoteName } from '@/lib/delivery/quote';
import type { Invitation } from './schema';

/** Returns the e-mail that invites a colleague. Names are typed by the owner, so they are quoted and short. */
export function invitationMessage(
  { email, role }: Invitation,
  by: { fullName: string; company: string },
  token: string,
  locale: Locale,
): Message {
  const t = getTranslator(locale, 'message');
  const names = { name: quoteName(by.fullName, MAX_NAME), company: quoteName(by.company, MAX_NAME) };
  const paragraphs = [
    t('invitation.text', { ...names, role }),
    { link: secretLink('/join', token) },
    t('invitation.ends', { days: INVITATION_DAYS }),
    t('invitation.unknown'),
  ];
  return { channel: 'email', to: email, subject: t('invitation.subject'), ...emailBody(paragraphs) };
}

const MAX_NAME = 60;
