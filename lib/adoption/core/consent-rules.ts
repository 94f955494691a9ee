import { z } from 'zod';
import { VERIFIED_CHANNELS } from '@/db/schema/enums';
import { formatDate, formatDateTimeWithZone, indianDay } from '@/lib/platform/dates';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';

/** That a sponsor agreed to the terms and the privacy notice as they were since these days in India. */
export const consentSchema = z.object({
  terms: z.iso.date(),
  privacy: z.iso.date(),
  /** Of the texts that were shown. */
  language: z.enum(LOCALES),
  /** Where the code was sent, 'paper' if administrators entered it; null if unknown. */
  channel: z.enum(VERIFIED_CHANNELS).nullable(),
  at: z.iso.datetime(),
});
export type Consent = z.infer<typeof consentSchema>;

/** The values of the text `consent.given` of adoption-page.json. */
export const consentValues = ({ terms, privacy, language, channel, at }: Consent, locale: Locale) => ({
  terms: formatDate(indianDay(terms), locale),
  privacy: formatDate(indianDay(privacy), locale),
  language,
  channel: channel ?? 'unknown',
  at: formatDateTimeWithZone(new Date(at), locale),
});
