import type { AdoptionEventName } from '@/db/schema/adoption-events';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'adminAdoption');

/** Groups of texts for values in the database. */
type Group =
  | 'event'
  | 'actor'
  | 'mode'
  | 'moneyState'
  | 'messages.kinds'
  | 'papers.kinds'
  | 'payments.methods'
  | 'onlineRefunds.reasons';

/** Returns the name of a stored value; a value without a text, such as NEFT, is its own name. */
export function nameOf(group: Group, value: string): string {
  const key = `${group}.${value}` as `event.${AdoptionEventName}`;
  return t.has(key) ? t(key) : value.replaceAll('_', ' ');
}

/** Formats a time of the database. */
export const timeOf = (milliseconds: number): string => formatDateTime(new Date(milliseconds));

/** Formats who took a step and when; '' if nobody did. */
export function stepOf(who: string | null, milliseconds: number | null): string {
  return milliseconds === null ? '' : t('by', { who: who ?? t('gone'), at: timeOf(milliseconds) });
}
