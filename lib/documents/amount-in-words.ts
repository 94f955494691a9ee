import type { Locale } from '@/lib/platform/i18n/locale';

const ENGLISH_SMALL =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');

/** Hindi has a word of its own for each number below 100. */
const HINDI = `
  शून्य एक दो तीन चार पाँच छह सात आठ नौ
  दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
  तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
  सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
  नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`
  .trim()
  .split(/\s+/);

const englishBelow100 = (number: number): string => {
  if (number < 20) return ENGLISH_SMALL[number]!;
  const tens = ENGLISH_TENS[Math.floor(number / 10) - 2]!;
  return number % 10 === 0 ? tens : `${tens}-${ENGLISH_SMALL[number % 10]!}`;
};

type Language = {
  below100: (number: number) => string;
  units: [value: number, name: string][];
  /** Puts the parts, in words, together. `paise` is null if there are none; `one` says which part is 1. */
  amount: (rupees: string, paise: string | null, one: { rupee: boolean; paisa: boolean }) => string;
};

const LANGUAGES: Record<Locale, Language> = {
  en: {
    below100: englishBelow100,
    units: [
      [10_000_000, 'Crore'],
      [100_000, 'Lakh'],
      [1000, 'Thousand'],
      [100, 'Hundred'],
    ],
    amount: (rupees, paise, one) => {
      const rest = paise === null ? '' : ` and ${paise} ${one.paisa ? 'Paisa' : 'Paise'}`;
      return `${one.rupee ? 'Rupee' : 'Rupees'} ${rupees}${rest} Only`;
    },
  },
  hi: {
    below100: (number) => HINDI[number]!,
    units: [
      [10_000_000, 'करोड़'],
      [100_000, 'लाख'],
      [1000, 'हज़ार'],
      [100, 'सौ'],
    ],
    amount: (rupees, paise, one) => {
      const rest = paise === null ? '' : ` ${paise} ${one.paisa ? 'पैसा' : 'पैसे'}`;
      return `${rupees} ${one.rupee ? 'रुपया' : 'रुपये'}${rest} मात्र`;
    },
  },
};

/** Returns a whole number in words with lakh and crore; from a lakh crore on, crores are counted in lakhs. */
function numberInWords(number: number, locale: Locale): string {
  const { below100, units } = LANGUAGES[locale];
  const words: string[] = [];
  let rest = number;
  for (const [value, name] of units) {
    if (rest < value) continue;
    words.push(numberInWords(Math.floor(rest / value), locale), name);
    rest %= value;
  }
  if (rest > 0 || words.length === 0) words.push(below100(rest));
  return words.join(' ');
}

/**
 * Returns an amount in words, e.g. 'Rupees Twelve Lakh Fifty Thousand and Fifty Paise Only' or
 * 'बारह लाख पचास हज़ार रुपये पचास पैसे मात्र'.
 * @param paise integer paise, 0 or more
 */
export function amountInWords(paise: number, locale: Locale): string {
  const [rupees, part] = [Math.floor(paise / 100), paise % 100];
  const rest = part === 0 ? null : numberInWords(part, locale);
  return LANGUAGES[locale].amount(numberInWords(rupees, locale), rest, { rupee: rupees === 1, paisa: part === 1 });
}
