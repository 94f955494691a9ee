import { expect, test } from 'vitest';
import { placeFinder } from '@/lib/catalogue/places/rules';
import { readQuery } from '@/lib/catalogue/search/query';
import { vocabularyOf } from '@/lib/catalogue/search/vocabulary';
import { markupOf } from '@/testing/components/markup';
import { QueryNotices } from './query-notices';

const vocabulary = vocabularyOf({
  branches: [{ name: 'Electrician' }, { name: 'Fitter' }],
  institutes: [],
  cities: ['Indore'],
});

/** What is said of a search, without its markup. */
async function said(text: string, { isFound = true, plan = '/plan' as string | null } = {}): Promise<string> {
  const query = readQuery(text, vocabulary, placeFinder());
  return (await markupOf(<QueryNotices query={query} isFound={isFound} plan={plan} />)).replace(/<(?!a )[^>]*>/g, '');
}

test('a list says which words it corrected, left out or did not find, and leads to the plan with a budget', async () => {
  expect(await said('electrician')).toBe('');
  expect(await said('electritian, astronaut')).toBe(
    'Showing results for “Electrician, astronaut”. No course here matches “astronaut”; it was left out.',
  );
  expect(await said('astronaut', { isFound: false })).toBe('No course here matches “astronaut”.');
  expect(await said('fitter near Atlantis')).toBe('The place “Atlantis” is not known.');
  expect(await said('fitter within 20 km')).toContain('A distance needs a place');
  expect(await said('fitter 25 lakh')).toMatch(
    /You have ₹25,00,000\.00\? <a [^>]*href="\/plan\?budget=2500000&amp;words=fitter"/,
  );
  expect(await said('fitter 25 lakh', { plan: null })).toBe('');
});
