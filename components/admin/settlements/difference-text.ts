import type { DifferenceKind } from '@/db/schema/enums';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

type Difference = {
  kind: DifferenceKind | 'unread';
  /** The gateway's id of what differs, or the day of a report that could not be read. */
  item: string;
  /** Our amount. */
  expectedPaise: number | null;
};

/** Returns a difference from the settlement reports as a sentence. */
export function differenceText({ kind, item, expectedPaise }: Difference): string {
  return getTranslator('en', 'attention')(`settlement.${kind}`, {
    item: kind === 'unread' ? formatDate(indianDay(item), 'en') : item,
    total: formatINR(expectedPaise ?? 0),
  });
}
