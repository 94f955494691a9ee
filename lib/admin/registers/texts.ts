import { getTranslator } from '@/lib/platform/i18n/server';
import type { ReceiptRow, RefundRow, SeriesCheck } from './schema';

const t = getTranslator('en', 'registers');
const tAdoption = getTranslator('en', 'adminAdoption');

/** Returns how money came or goes back; a mode without a text, such as NEFT, is its own name. */
export function modeOf(mode: ReceiptRow['mode'] | RefundRow['mode']): string {
  if (mode === null) return t('refunds.notBegun');
  if (mode === 'card' || mode === 'upi' || mode === 'netbanking') return tAdoption(`payments.methods.${mode}`);
  if (mode === 'cheque' || mode === 'demand_draft' || mode === 'gateway') return tAdoption(`mode.${mode}`);
  return mode;
}

/** Returns why money goes back: the reason of a gateway's refund or of what is owed, or the remark of who entered it. */
export const reasonOf = ({ reason, note }: Pick<RefundRow, 'reason' | 'note'>): string =>
  reason === null ? note : tAdoption(`onlineRefunds.reasons.${reason}`);

/** Returns the missing numbers of a series, or that there are none. */
export function missingOf({ missing, gaps }: Pick<SeriesCheck, 'missing' | 'gaps'>): string {
  if (gaps === 0) return t('gaps.none');
  const ranges = missing.map(({ from, to, skipped }) => {
    const range =
      from === to ? t('gaps.one', { from: String(from) }) : t('gaps.range', { from: String(from), to: String(to) });
    return skipped ? t('gaps.skipped', { range }) : range;
  });
  const more = gaps - missing.length;
  return [...ranges, ...(more > 0 ? [t('gaps.more', { count: more })] : [])].join(', ');
}
