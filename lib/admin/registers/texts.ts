import type { FilterTexts } from '@/lib/platform/filter-texts';
import { getTranslator } from '@/lib/platform/i18n/server';
import {
  PAPER_REGISTER_STATES,
  RECEIPT_REGISTER_STATES,
  REFUND_REGISTER_STATES,
  WAYS,
  type ReceiptRow,
  type RefundRow,
  type SeriesCheck,
} from './schema';

const t = getTranslator('en', 'registers');
const tAdoption = getTranslator('en', 'adminAdoption');

export const PAPER_FILTERS = {
  labels: { series: t('papers.filter.series'), year: t('papers.filter.year'), state: t('papers.filter.state') },
  choices: { state: PAPER_REGISTER_STATES.map((state) => [state, t(`papers.state.${state}`)]) },
} satisfies FilterTexts;

/** @param state the states of the money with their names */
const moneyFilters = (state: readonly (readonly [string, string])[]) =>
  ({
    labels: {
      q: t('filter.q'),
      way: t('filter.way'),
      state: t('filter.state'),
      from: t('filter.from'),
      to: t('filter.to'),
    },
    choices: { way: WAYS.map((way) => [way, t(`way.${way}`)]), state },
  }) satisfies FilterTexts;

export const RECEIPT_FILTERS = moneyFilters(
  RECEIPT_REGISTER_STATES.map((state) => [state, t(`receipts.state.${state}`)]),
);
export const REFUND_FILTERS = moneyFilters(REFUND_REGISTER_STATES.map((state) => [state, t(`refunds.state.${state}`)]));

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

/** Returns the account that a refund is or was paid to, that nobody stated one, or '' if none is needed. */
export function accountOf({ accountEnding: ending, isAccountConfirmed, goesToBank }: RefundRow): string {
  if (ending !== null) return t(`refunds.account.${isAccountConfirmed ? 'confirmed' : 'stated'}`, { ending });
  return goesToBank ? t('refunds.account.none') : '';
}

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
