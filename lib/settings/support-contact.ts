import 'server-only';
import { env } from '@/lib/platform/env';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readSettings } from './queries';

/** Returns the support contact that an administrator entered, else SUPPORT_CONTACT; null if neither is set. */
export async function ownSupportContact(): Promise<string | null> {
  return (await readSettings('contact')).support || env().SUPPORT_CONTACT || null;
}

/** Returns the support contact for sponsors, or in words the site's operator. */
export async function supportContact(locale: Locale): Promise<string> {
  return (await ownSupportContact()) ?? getTranslator(locale, 'message')('support');
}
