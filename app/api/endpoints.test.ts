import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Endpoint } from '@/lib/api/endpoint';
import { ENDPOINTS } from '@/lib/api/endpoints';
import type * as handlerModule from '@/lib/api/handler';
import { root } from '@/scripts/lib/programs';
import { routes } from '@/scripts/lib/routes';

type Served = Record<string, { endpoints: readonly Endpoint[] }>;

// Makes each handler return its endpoints instead of serving them.
vi.mock('@/lib/api/handler', async (original) => {
  const { routeHandlers, notFoundHandlers, ...others } = await original<typeof handlerModule>();
  return {
    ...others,
    routeHandlers: (given: Served) =>
      Object.fromEntries(Object.keys(routeHandlers({})).map((method) => [method, given[method]?.endpoints ?? []])),
    notFoundHandlers: () => Object.fromEntries(Object.keys(notFoundHandlers()).map((method) => [method, 'nothing'])),
  };
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function handlers() {
  const files = (await routes()).filter(({ address }) => `${address}/`.startsWith('/api/'));
  return Promise.all(
    files.map(async ({ address, file }) => {
      const exported = (await import(join(root, file))) as Record<string, readonly Endpoint[] | 'nothing'>;
      return { address, methods: METHODS.filter((method) => method in exported), exported };
    }),
  );
}

test('security 34: every handler below app/api opens calls that are described, at their address and by their method, and every description has its handler', async () => {
  const opened = (await handlers()).flatMap(({ address, methods, exported }) =>
    methods.flatMap((method) => {
      const endpoints = exported[method]!;
      if (endpoints === 'nothing') return [];
      // Exports that were not made by createHandler return no list of endpoints.
      return Array.isArray(endpoints)
        ? endpoints.map(({ id }: Endpoint) => `${method} ${address} ${id}`)
        : [`${method} ${address} without a door`];
    }),
  );
  expect(opened.toSorted()).toEqual(ENDPOINTS.map(({ id, method, path }) => `${method} /api${path} ${id}`).toSorted());
});

test('security 47: every address below /api has a handler of its own for each method, so that none is answered without JSON', async () => {
  const nothing = (await handlers()).filter(({ exported }) => Object.values(exported).includes('nothing'));
  expect(nothing.map(({ address }) => address)).toEqual(['/api', '/api/{...path}']);
  for (const { methods } of nothing) expect(methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  for (const { address, methods } of await handlers())
    expect(methods, address).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']));
});
