import { expect, test } from 'vitest';
import { vocabularyKeeper } from './vocabulary';

const NAMES = {
  branches: [{ name: 'Fitter', hindi: null }],
  institutes: [{ id: '1', name: 'Government ITI, Dhar', hindi: 'शासकीय आईटीआई, धार' }],
  cities: ['Dhar'],
};

test('a vocabulary is kept while the names are the same', () => {
  const vocabularyFor = vocabularyKeeper();
  const first = vocabularyFor(NAMES);
  expect(vocabularyFor(structuredClone(NAMES))).toBe(first);
  const renamed = vocabularyFor({ ...NAMES, branches: [{ name: 'Fitter', hindi: 'फिटर' }] });
  expect(renamed).not.toBe(first);
  expect(renamed.branches[0]!.text).toContain('फिटर');
});
