import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onRequestError } from '@/instrumentation';
import { DeadlineError } from '@/lib/platform/deadline';
import { closeRequest, openRequest } from '@/lib/platform/unavailable';
import { noteFailedLoad } from './failed-load';

const ID = 'in-front-01';
vi.mock('next/headers', () => ({ headers: async () => new Headers({ 'X-Request-Id': ID }) }));

beforeEach(() => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

describe.each([
  ['O7 a page that is shown without its content', (error: Error) => noteFailedLoad('courses_load_failed', error)],
  [
    'B8 a page that failed',
    (error: Error) =>
      onRequestError(
        error,
        { path: '/', method: 'GET', headers: { 'x-request-id': ID } },
        {
          routerKind: 'App Router',
          routePath: '/',
          routeType: 'render',
          renderSource: 'react-server-components',
          revalidateReason: undefined,
        },
      ),
  ],
] as const)('%s', (_, fail) => {
  test.each([
    ['its database is down', refused, true],
    ['its query took too long', new Error('page failed', { cause: new DeadlineError() }), true],
    ['of a fault of ours', new Error('fault'), false],
  ])('because %s', async (_reason, error, isUnavailable) => {
    const request = openRequest(ID);
    try {
      await fail(error);
      expect(request.isUnavailable).toBe(isUnavailable);
    } finally {
      closeRequest(ID, request);
    }
  });
});
