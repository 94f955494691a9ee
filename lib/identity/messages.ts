import 'server-only';
import { getTranslator } from '@/lib/i18n/server';
import type { Locale } from '@/lib/i18n/locale';
import { emailBody } from '@/lib/message/email';
import type { Message } from '@/lib/message/schema';
import { absoluteUrl } from '@/lib/site/metadata';

/** Returns the e-mail that tells the owner of an account that its forgotten password was set. */
export function passwordResetMessage(to: string, phoneRemoved: boolean, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  const paragraphs = [
    t('account.password_reset'),
    ...(phoneRemoved ? [t('account.phone_removed')] : []),
    t('account.not_you'),
    { link: absoluteUrl('/reset-password') },
  ];
  return { channel: 'email', to, subject: t('account.password_subject'), ...emailBody(paragraphs) };
}
