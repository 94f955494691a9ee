import 'server-only';
import { emailBody } from '@/lib/delivery/email';
import { quoteName } from '@/lib/delivery/quote';
import type { Message } from '@/lib/delivery/schema';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator, nameTexts } from '@/lib/platform/i18n/server';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { placeName, placeOf } from '@/lib/platform/place-of';
import { secretLink } from '@/lib/platform/secret-token';
import type { OfficeInstitute } from './session';

const MAX_NAME = 80;

/** The link with which the password of an account of an office is set. */
const passwordLink = (token: string) => secretLink('/office/set-password', token);

/**
 * Returns the e-mail that invites somebody to the office of an institute.
 * @param token of the link that sets the password; null if the account has one already
 */
export function officeInvitation(
  to: string,
  { name, hindi, city }: Pick<OfficeInstitute, 'name' | 'hindi' | 'city'>,
  token: string | null,
  locale: Locale,
): Message {
  const t = getTranslator(locale, 'message');
  const place = placeName(nameTexts(locale).places, city);
  const institute = quoteName(placeOf((locale === 'hi' && hindi) || name, city, place), MAX_NAME);
  const paragraphs = [
    t('office.text', { institute }),
    token === null ? t('office.login') : t('office.password'),
    { link: token === null ? secretLink('/office/login', '').slice(0, -1) : passwordLink(token) },
    ...(token === null ? [] : [t('office.ends', { hours: ADMIN_LINK_HOURS.invitation })]),
    t('office.unknown'),
  ];
  return { channel: 'email', to, subject: t('office.subject', { institute }), ...emailBody(paragraphs) };
}

/** Returns the e-mail with which somebody in an office sets another password. */
export function officePasswordMessage(to: string, token: string, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  const paragraphs = [
    t('officePassword.text'),
    { link: passwordLink(token) },
    t('office.ends', { hours: ADMIN_LINK_HOURS.reset }),
    t('officePassword.unknown'),
  ];
  return { channel: 'email', to, subject: t('officePassword.subject'), ...emailBody(paragraphs) };
}
