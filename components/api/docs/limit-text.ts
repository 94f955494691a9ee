import type { Limit } from '@/lib/api/endpoint';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'apiDocs');
const HOUR = 60 * 60;

/** Describes a rate limit: 'Codes to one recipient: 5 in an hour'. */
export function limitText({ description, points, seconds }: Limit): string {
  return t('limit', { description, points, time: timeText(seconds) });
}

function timeText(seconds: number): string {
  if (seconds === 24 * HOUR) return t('time.day');
  if (seconds === HOUR) return t('time.hour');
  return seconds % 60 === 0 ? t('time.minutes', { count: seconds / 60 }) : t('time.seconds', { count: seconds });
}

/** Formats bytes in the unit that gives a small number. */
export function sizeText(bytes: number): string {
  const mega = 1024 * 1024;
  return bytes >= mega ? `${bytes / mega} MB` : `${bytes / 1024} KB`;
}
