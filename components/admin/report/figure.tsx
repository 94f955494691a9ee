import { isAmount, type Figure } from '@/lib/admin/report/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'report');

/** Returns a figure as text: an amount in whole rupees, or a count. */
export const figureText = (figure: Figure, value: number): string =>
  isAmount(figure) ? formatINR(value, 0) : formatCount(value);

/** Returns of how many seats or students only a word is told, as text; null if of none. */
export const partText = (of: number): string | null => (of > 0 ? t('partOf', { count: formatCount(of) }) : null);
