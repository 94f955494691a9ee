import { withoutInvisible } from '@/lib/core/invisible-characters';
import { normalized } from '@/lib/core/unicode';

/** Rupees by the names of large numbers, as written in India. */
const UNITS: readonly { rupees: bigint; names: RegExp }[] = [
  { rupees: 10_000_000n, names: /^(crores?|cr|करोड़|करोड)$/ },
  { rupees: 100_000n, names: /^(lakhs?|lacs?|l|लाख)$/ },
  { rupees: 1_000n, names: /^(thousands?|k|हज़ार|हजार)$/ },
  { rupees: 1n, names: /^$/ },
];

/**
 * Parses an amount of rupees as people write it: '2500000', '25,00,000', '₹ 25,00,000.50', '25 lakh', '2.5 crore',
 * '२५ लाख', 'Rs. 25,00,000/-'.
 * @returns integer paise, null for anything else, also for fractions of a paisa; at most 10^18
 */
export function parseAmount(text: string): number | null {
  const plain = toLatinDigits(normalized(withoutInvisible(text), 'NFC'))
    .trim()
    .toLowerCase();
  const match =
    /^(?:₹|rs\.?|inr|रु\.?|रुपये)?\s*(\d[\d,]{0,17})(?:\.(\d{1,9}))?\s*([\p{L}\p{M}]*)\.?\s*(?:rupees|रुपये)?\s*(?:\/-)?$/u.exec(
      plain,
    );
  if (!match) return null;
  const [, whole = '', fraction = '', unit = ''] = match;
  if (!isGrouped(whole)) return null;
  const rupees = UNITS.find(({ names }) =>
    names.test(/^(rupees|रुपये)$/.test(unit) ? '' : normalized(unit, 'NFC')),
  )?.rupees;
  if (rupees === undefined) return null;
  const scaled = BigInt(whole.replaceAll(',', '') + fraction) * rupees * 100n;
  const divisor = 10n ** BigInt(fraction.length);
  const paise = scaled / divisor;
  return scaled % divisor === 0n && paise <= 10n ** 18n ? Number(paise) : null;
}

/** Replaces Devanagari digits. */
export function toLatinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.codePointAt(0)! - 0x966));
}

/** True for digits without commas, or with commas in the Indian or the western way. */
function isGrouped(digits: string): boolean {
  return /^\d+$|^\d{1,3}(,\d{3})+$|^\d{1,2}(,\d{2})*,\d{3}$/.test(digits);
}
