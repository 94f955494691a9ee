import { expect, test } from 'vitest';
import { PAGES } from './lib/access';
import { routes } from './lib/routes';

test('security 34: every page and file of the route table has a row in the access matrix, and no row is without one', async () => {
  const found = (await routes())
    .filter(({ address }) => !`${address}/`.startsWith('/api/'))
    .map(({ address }) => address);
  expect(Object.keys(PAGES).toSorted()).toEqual(found);
});
