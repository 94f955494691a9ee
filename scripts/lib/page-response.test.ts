import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import { describe, expect, test } from 'vitest';
import { noteUnavailable } from '@/lib/platform/unavailable';
import { PageResponse } from './page-response';
import { UNAVAILABLE_PAGE } from './unavailable-page';

describe('PageResponse', () => {
  /** Returns what a client gets for a page that is answered with `status` after `before`. */
  async function answer(before: (id: string) => void, { status = 200, type = 'text/html; charset=utf-8' } = {}) {
    const server = createServer({ ServerResponse: PageResponse }, (request, response) => {
      response.begin('in-front-01');
      compression()(request as never, response as never, () => undefined);
      before('in-front-01');
      response.statusCode = status;
      response.setHeader('Content-Type', type);
      response.end('<p>Failed to fetch courses</p>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/home`);
    const body = await response.text();
    server.close();
    return [response.status, response.headers.get('retry-after'), body];
  }
  const said = '<p>Failed to fetch courses</p>';

  test('a page that says itself that its load failed keeps its body, with 503 and Retry-After', async () => {
    expect(await answer(noteUnavailable)).toEqual([503, '5', said]);
    expect(await answer(() => undefined)).toEqual([200, null, said]);
  });

  test('what the router of a page asks for keeps its status, or the page would be loaded anew', async () => {
    expect(await answer(noteUnavailable, { type: 'text/x-component' })).toEqual([200, null, said]);
  });

  test('a page that failed because of the database is replaced', async () => {
    expect(await answer(noteUnavailable, { status: 500 })).toEqual([503, '5', UNAVAILABLE_PAGE]);
    expect(await answer(() => undefined, { status: 500 })).toEqual([500, null, said]);
  });
});
