// The parser that use-intl uses.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import en from './en';
import hi from './hi';

type Texts = { [key: string]: string | Texts };

function leaves(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leaves(text, `${path}${key}.`),
  );
}

const HINDI = new Map(leaves(hi));
/** Names of places and types are only in the Hindi messages: English uses those of the course catalogue. */
const ENGLISH = leaves(
  Object.fromEntries(Object.entries(en).filter(([namespace]) => namespace in hi && namespace !== 'names')),
);

/** Names, and messages that consist only of numbers and other messages. */
const SAME_IN_BOTH = [
  'adoptionHistory.line',
  'cart.changes.course',
  'cart.line',
  'common.cartMany',
  'common.copyright',
  'common.productName',
  'document.part',
  'errors.catalogue.file_unusable',
  'list.summary.line',
  'message.code.code',
  'message.code.sms',
  'region.legend.one',
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

test('exactly the messages for visitors and sponsors exist in Hindi', () => {
  const keys = [...HINDI.keys()].filter((key) => !key.startsWith('names.'));
  expect(keys.sort()).toEqual(ENGLISH.map(([key]) => key).sort());
});

test.each(ENGLISH)('%s takes the same values in both languages', (key, text) => {
  expect(argumentsOf(HINDI.get(key)!)).toEqual(argumentsOf(text));
});

test('no message is left in English', () => {
  const same = ENGLISH.filter(([key, text]) => HINDI.get(key) === text).map(([key]) => key);
  expect(same.sort()).toEqual(SAME_IN_BOTH);
});

test.each([...HINDI])('%s uses the Hindi plural categories and Latin digits', (_, text) => {
  for (const part of elements(parse(text))) {
    if (part.type !== TYPE.plural) continue;
    expect(Object.keys(part.options).filter((category) => !category.startsWith('='))).toEqual(['one', 'other']);
  }
  expect(text).not.toMatch(/[०-९]/);
});
