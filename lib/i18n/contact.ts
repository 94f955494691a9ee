import 'server-only';
import { env } from '@/lib/core/env';
import type { Locale } from './locale';
import { getTranslator } from './server';

/** Returns the support contact for sponsors: SUPPORT_CONTACT, or the site's operator. */
export function supportContact(locale: Locale): string {
  return env().SUPPORT_CONTACT ?? getTranslator(locale, 'message')('support');
}
