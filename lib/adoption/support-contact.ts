import 'server-only';
import { env } from '@/lib/platform/env';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';

/** Returns the support contact for sponsors: SUPPORT_CONTACT, or the site's operator. */
export function supportContact(locale: Locale): string {
  return env().SUPPORT_CONTACT ?? getTranslator(locale, 'message')('support');
}
