import { expect, test } from 'vitest';
import { deviceOf, userAgentOf } from './device';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari, macOS'],
  ['curl/8.5.0', null],
  ['', null],
  [null, null],
])('the device of %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('a session keeps the start of the User-Agent header, or nothing', () => {
  const sent = (headers: Record<string, string>) => userAgentOf(new Request('http://localhost', { headers }));
  expect(sent({ 'User-Agent': 'x'.repeat(5000) })).toBe('x'.repeat(300));
  expect(sent({})).toBeNull();
});
