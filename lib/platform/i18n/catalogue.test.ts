// The parser that use-intl uses.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from './catalogues';
import { ENGLISH_ONLY } from './en';
import { DEFAULT_LOCALE, LOCALES } from './locale';

type Texts = { [key: string]: string | Texts };

function leaves(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leaves(text, `${path}${key}.`),
  );
}

const compared = (texts: Texts) =>
  leaves(
    Object.fromEntries(
      Object.entries(texts).filter(([namespace]) => !(namespace in ENGLISH_ONLY) && namespace !== 'names'),
    ),
  );
const ENGLISH = compared(CATALOGUES.en);

/** Names, and messages that consist only of numbers and other messages. */
const SAME_IN_ALL = [
  'adoptionHistory.line',
  'adoptionPage.move.choice',
  'adoptionPage.progress.reportDay',
  'cart.changes.course',
  'cart.line',
  'common.account.ifsc',
  'common.cartMany',
  'common.copyright',
  'common.productName',
  'document.part',
  'errors.catalogue.file_unusable',
  'list.summary.line',
  'message.code.code',
  'message.code.sms',
  'office.register.problem',
  'office.register.question',
  'paper.cin',
  'paper.partOf',
  'proposal.map.district',
  'region.figures.of',
  'region.legend.one',
  'verify.paperAmount',
  'yearEnd.auditor.view.pdf',
];

/** Returns every element of a message, including those in branches and tags. */
function elements(parts: MessageFormatElement[]): MessageFormatElement[] {
  return parts.flatMap((part) => {
    if (part.type === TYPE.tag) return [part, ...elements(part.children)];
    if (part.type !== TYPE.plural && part.type !== TYPE.select) return [part];
    return [part, ...Object.values(part.options).flatMap(({ value }) => elements(value))];
  });
}

/** Returns the arguments of a message: values, e.g. 'seats', and tags, e.g. '<b>'. */
function argumentsOf(text: string): string[] {
  const taken = elements(parse(text)).flatMap((part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound) return [];
    return [part.type === TYPE.tag ? `<${part.value}>` : part.value];
  });
  return [...new Set(taken)].sort();
}

describe.each(LOCALES.filter((locale) => locale !== DEFAULT_LOCALE))('the messages in %s', (locale) => {
  const texts = new Map(compared(CATALOGUES[locale]));
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();

  test('are exactly those for visitors and sponsors', () => {
    expect([...texts.keys()].sort()).toEqual(ENGLISH.map(([key]) => key).sort());
    expect(CATALOGUES[locale]).toMatchObject(ENGLISH_ONLY);
  });

  test.each(ENGLISH)('%s takes the same values as in English', (key, text) => {
    expect(argumentsOf(texts.get(key)!)).toEqual(argumentsOf(text));
  });

  test('are not left in English', () => {
    const same = ENGLISH.filter(([key, text]) => texts.get(key) === text).map(([key]) => key);
    expect(same.sort()).toEqual(SAME_IN_ALL);
  });

  test.each([...texts, ...leaves(CATALOGUES[locale].names)])(
    '%s uses the plural categories of the language and Latin digits',
    (_, text) => {
      for (const part of elements(parse(text))) {
        if (part.type !== TYPE.plural) continue;
        expect(Object.keys(part.options).filter((category) => !category.startsWith('='))).toEqual(pluralCategories);
      }
      expect(text).not.toMatch(/[^\P{Nd}0-9]/u);
    },
  );
});

test('a state has one name on the pages of sponsors, those of administrators, in exports and papers', () => {
  const { adoptionHistory, adminAdoption, usersAndBillings, spreadsheet, paper } = CATALOGUES.en;
  // 'Completed' and 'Pending' are the names of the specification for administrators.
  const { completed: _, pending: __, ...billing } = usersAndBillings.status;
  expect(adoptionHistory.status).toMatchObject(billing);
  const { captured, refund_due: refundDue } = spreadsheet.payments.status;
  expect(adminAdoption.payments.status).toMatchObject({ captured, refund_due: refundDue });
  for (const ended of ['lapsed', 'cancelled'] as const)
    expect(paper.ended[ended]).toBe(`${adoptionHistory.status[ended]} on`);
});
