import formatParsed from 'use-intl/format-message/format-only';
import { formatCount } from './format-count';

type Format = typeof formatParsed;
type Formatters = Parameters<Format>[3]['formatters'];

/**
 * Formats parsed messages in a Next.js build, in place of use-intl's own function (next.config.mjs). The first number
 * and plural of `Intl` cost a phone tens of milliseconds while the page starts, so plain numbers and the plurals of our
 * languages are formatted here.
 */
const formatMessage: Format = (key, message, values, options) =>
  formatParsed(key, message, values, { ...options, formatters: { ...options.formatters, ...OWN(options.formatters) } });
formatMessage.raw = false;
export default formatMessage;

const OWN = ({
  getNumberFormat,
  getPluralRules,
}: Formatters): Pick<Formatters, 'getNumberFormat' | 'getPluralRules'> => ({
  getNumberFormat: (locale, style) =>
    style === undefined ? ({ format: formatCount } as Intl.NumberFormat) : getNumberFormat(locale, style),
  getPluralRules: (locale, rules) =>
    rules?.type === 'cardinal'
      ? ({ select: (count) => pluralOf(count, String(locale)) } as Intl.PluralRules)
      : getPluralRules(locale, rules),
});

/** Returns the plural of a count by the rules of the CLDR: in Hindi 0 is singular, too. */
function pluralOf(count: number, locale: string): Intl.LDMLPluralRule {
  return count === 1 || (count === 0 && locale.startsWith('hi')) ? 'one' : 'other';
}
