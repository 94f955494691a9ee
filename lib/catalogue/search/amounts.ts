import { readRupees, RUPEE_UNITS } from '@/lib/platform/read-amount';

/** The distance and the budget in a text. `km`: kilometres; `rest`: the text without `phrases`, what named them. */
type Amounts = { km: number | null; budgetPaise: number | null; phrases: readonly string[]; rest: string };

/** No place is farther from another one. */
const MAX_KM = 1000;
/** A number without unit or currency is a budget from here on, in rupees. */
const MIN_PLAIN_RUPEES = 10_000;

const START = '(?<![\\p{L}\\p{M}\\p{N}.,])';
const END = '(?![\\p{L}\\p{M}\\p{N}])';
const NUMBER = '\\d[\\d,]*(?:\\.\\d+)?';

const DISTANCE = new RegExp(
  `${START}(?:(?:within|inside|up ?to|under|around|in) )?(?:a )?(?:radius (?:of )?)?(${NUMBER}) ?` +
    `(?:kms?|k\\. ?m\\.|kilomet(?:er|re)s?|किमी|कि\\. ?मी\\.|कि मी|किलोमीटर)${END}` +
    '(?: (?:radius|range|away|के (?:अंदर|अन्दर|भीतर|दायरे में|आसपास|आस पास)|की (?:दूरी|सीमा)(?: (?:पर|में|तक))?|तक)' +
    `${END})?`,
  'iu',
);

/** Typed with the nukta, too: हज़ार. */
const UNIT = RUPEE_UNITS.replace('हजार', 'हज\u093C?ार');
const CURRENCY = '(?:₹|rs\\.?|inr|रु\\.?|रू\\.?)';
const BUDGET = new RegExp(
  `(?:${START}(?:(?:with|under|below|within|up ?to|for|budget|a budget|of|बजट) )+)?` +
    `(?:${CURRENCY} ?(${NUMBER})(?: ?(${UNIT})${END})?|${START}(${NUMBER}) ?(${UNIT})${END}|${START}(${NUMBER})${END})` +
    `(?: ?\\/-)?(?: (?:rupees|rs\\.?|रुपये|रुपए|में|के|का|तक|budget|बजट)${END})*`,
  'giu',
);

/**
 * Takes the distance ('within 50 km', '50 किमी') and the budget ('25 lakh', '₹25,00,000', '2500000') out of a text.
 * What cannot be read, or is out of range, stays in it.
 * @param text NFKC, with ASCII digits
 * @param isName whether a number without unit and currency is a part of a name
 */
export function takeAmounts(text: string, isName: (number: string) => boolean): Amounts {
  const phrases: string[] = [];
  const take = (phrase: string) => {
    phrases.push(phrase.trim());
    return ' ';
  };
  let km: number | null = null;
  let budgetPaise: number | null = null;
  const rest = text
    .replace(DISTANCE, (phrase, number: string) => {
      const value = Number(number.replaceAll(',', ''));
      if (value <= 0 || value > MAX_KM) return phrase;
      km = value;
      return take(phrase);
    })
    .replace(BUDGET, (phrase, ...[inCurrency, itsUnit, counted, unit, plain]: (string | undefined)[]) => {
      if (budgetPaise !== null) return phrase;
      const paise = readRupees(`${inCurrency ?? counted ?? plain} ${itsUnit ?? unit ?? ''}`.trim());
      if (!paise || (plain !== undefined && (paise < MIN_PLAIN_RUPEES * 100 || isName(plain)))) return phrase;
      budgetPaise = paise;
      return take(phrase);
    });
  return { km, budgetPaise, phrases, rest };
}
