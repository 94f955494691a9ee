import { beforeEach, expect, test, vi } from 'vitest';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { securityText } from '@/lib/platform/site/security-text';

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', 'postgres://user:password@db.example/seats');
  vi.stubEnv('APP_SECRET', 'a secret of at least thirty-two characters');
  vi.stubEnv('APP_URL', 'https://seats.example');
  vi.stubEnv('MESSAGE_TRANSPORT', 'outbox');
});

const ask = async () => (await import('./.well-known/security.txt/route')).GET();

test('security.txt names the configured contact for vulnerability reports', async () => {
  vi.stubEnv('SECURITY_CONTACT', 'mailto:security@seats.example');
  const response = await ask();
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toContain('Contact: mailto:security@seats.example\n');
});

test('the file has the fields required by RFC 9116, and expires within a year', () => {
  expect(securityText('https://seats.example/holes', 'https://seats.example', new Date('2026-12-01T00:00:00Z'))).toBe(
    [
      'Contact: https://seats.example/holes',
      'Expires: 2027-03-01T00:00:00.000Z',
      `Preferred-Languages: ${LOCALES.join(', ')}`,
      'Canonical: https://seats.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('there is no file without a configured contact', async () => {
  vi.stubEnv('SECURITY_CONTACT', '');
  expect((await ask()).status).toBe(404);
});

test.each([
  'security@seats.example',
  'http://seats.example/holes',
  'javascript:alert(1)',
  'mailto:a@b.example\nContact: x',
])('the server does not start with %j as the contact', async (contact) => {
  const { parseEnv } = await import('@/lib/platform/env');
  expect(parseEnv({ ...process.env, SECURITY_CONTACT: contact })).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('SECURITY_CONTACT') as string],
  });
});
