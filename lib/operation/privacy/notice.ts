import 'server-only';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readSavedSettings } from '@/lib/settings/queries';
import { writtenIn } from '@/lib/settings/schema';
import { TEXTS_SINCE } from '@/lib/settings/texts-since';

/** The sections of the text of the software, in order. */
const SECTIONS = [
  'adoption',
  'account',
  'session',
  'code',
  'sharedCart',
  'message',
  'limits',
  'browser',
  'log',
  'others',
  'rights',
] as const;

/** The privacy notice in a language: its text in Markdown, and the contact, which is empty if none was entered. */
type PrivacyNotice = {
  text: string;
  contact: string;
  /** 1 for the text of the software; each time that an administrator saves it, one more. */
  version: number;
  since: Date;
};

/** Returns the text of the software, in Markdown. */
export function defaultPrivacyText(locale: Locale): string {
  const t = getTranslator(locale, 'sitePages.privacy');
  return SECTIONS.map((section) => {
    const why = section === 'others' ? '' : `\n\n${section === 'rights' ? '' : `${t('why')}: `}${t(`${section}.why`)}`;
    return `## ${t(`${section}.title`)}\n\n${t(`${section}.text`)}${why}`;
  }).join('\n\n');
}

/**
 * Returns the privacy notice in a language. If administrators wrote it in the other language only, it is that one: the
 * text of the software could contradict it.
 */
export async function readPrivacyNotice(locale: Locale): Promise<PrivacyNotice> {
  const { value, revision, savedAt } = await readSavedSettings('privacy');
  return {
    text: writtenIn(locale, value.text) || defaultPrivacyText(locale),
    contact: writtenIn(locale, value.contact),
    version: revision + 1,
    since: savedAt ?? new Date(TEXTS_SINCE.privacy),
  };
}
