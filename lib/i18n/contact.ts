import 'server-only';
import { env } from '@/lib/core/env';
import type { Locale } from './locale';
import { getTranslator } from './server';

/** Whom sponsors ask for more than the site allows by itself: SUPPORT_CONTACT, or who runs the site. */
export function supportContact(locale: Locale): string {
  return env().SUPPORT_CONTACT ?? getTranslator(locale, 'message')('support');
}
