import 'server-only';
import { getTranslator } from '@/lib/i18n/server';
import type { Locale } from '@/lib/i18n/locale';
import { supportContact } from '@/lib/adoption/support-contact';
import { emailBody, type Paragraph } from '@/lib/message/email';
import type { Message } from '@/lib/message/schema';
import { absoluteUrl } from '@/lib/site/metadata';

/** Where the owner of an account sees its sessions and ends them. */
const sessionsParagraphs = (locale: Locale): Paragraph[] => [
  getTranslator(locale, 'message')('account.sessions'),
  { link: absoluteUrl('/dashboard/profile') },
];

/** Returns the e-mail that tells the owner of an account that its forgotten password was set. */
export function passwordResetMessage(to: string, phoneRemoved: boolean, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  const paragraphs = [
    t('account.password_reset'),
    ...(phoneRemoved ? [t('account.phone_removed')] : []),
    ...sessionsParagraphs(locale),
    t('account.not_you'),
    { link: absoluteUrl('/reset-password') },
  ];
  return { channel: 'email', to, subject: t('account.password_subject'), ...emailBody(paragraphs) };
}

/** Returns the e-mail that tells the owner of an account that its password was changed on the profile page. */
export function passwordChangedMessage(to: string, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  const paragraphs = [
    t('account.password_changed'),
    ...sessionsParagraphs(locale),
    t('account.not_you_password'),
    { link: absoluteUrl('/reset-password') },
  ];
  return { channel: 'email', to, subject: t('account.password_subject'), ...emailBody(paragraphs) };
}

/**
 * Returns the e-mail that tells the former and the new address of an account about the change. The former one cannot
 * set another password any more, so that it names the support.
 */
export function emailChangedMessage(to: string, email: string, locale: Locale, is: 'former' | 'new'): Message {
  const t = getTranslator(locale, 'message');
  const next = is === 'former' ? [t('account.not_you_email'), supportContact(locale)] : sessionsParagraphs(locale);
  const paragraphs = [t('account.email_changed', { email }), ...next];
  return { channel: 'email', to, subject: t('account.email_subject'), ...emailBody(paragraphs) };
}

/** Returns the e-mail that tells the owner of an account that it was deleted on the profile page. */
export function accountDeletedMessage(to: string, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  const paragraphs = [t('account.deleted'), t('account.not_you_deleted'), supportContact(locale)];
  return { channel: 'email', to, subject: t('account.deleted_subject'), ...emailBody(paragraphs) };
}
