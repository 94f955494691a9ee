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
/** Names of things that are only in the Hindi catalogue: English calls them as the catalogue of courses does. */
const ENGLISH = leaves(
  Object.fromEntries(Object.entries(en).filter(([namespace]) => namespace in hi && namespace !== 'names')),
);

/** The arguments of a message: {name}, {name, plural, …} and <tag>. */
const argumentsOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, value, tag]) => value ?? `<${tag}>`))].sort();

test('every text of the visitors and sponsors exists in Hindi, and nothing else does', () => {
  const keys = [...HINDI.keys()].filter((key) => !key.startsWith('names.'));
  expect(keys.sort()).toEqual(ENGLISH.map(([key]) => key).sort());
});

test.each(ENGLISH)('%s takes the same values in both languages', (key, text) => {
  expect(argumentsOf(HINDI.get(key)!)).toEqual(argumentsOf(text));
});
