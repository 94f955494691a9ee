import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { PUT as saveThroughApi } from '@/app/api/admin/settings/[group]/route';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { saveSettings } from '@/lib/settings/mutations';
import { defaultSettings } from '@/lib/settings/schema';
import { markupOf } from '@/testing/components/markup';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { defaultPrivacyText, readPrivacyNotice } from '@/lib/operation/privacy/notice';
import PrivacyPage from './page';

// They need a router, which exists only in a running app.
vi.mock('@/components/platform/site/header', () => ({ SiteHeader: () => null }));
vi.mock('@/components/platform/site/footer-account', () => ({ FooterAccount: () => null }));

useTestDatabase();
beforeEach(async () => {
  await sql()`delete from settings`;
});

const page = () => markupOf(createElement(PrivacyPage));

/** Saves the notice over the last one. */
async function write(text: { en?: string; hi?: string }, contact = '') {
  const [row] = await sql()<{ version: string }[]>`
    select updated_at::text as version from settings where "group" = 'privacy'`;
  const value = {
    text: { ...defaultSettings('privacy').text, ...text },
    contact: { ...defaultSettings('privacy').contact, en: contact },
  };
  const { scope } = await makeAdmin();
  expect(await saveSettings(scope, { group: 'privacy', value, version: row?.version ?? null })).not.toBeNull();
}

test('until administrators write it, the notice is the text of the software, of a known day', async () => {
  expect(await readPrivacyNotice('hi')).toMatchObject({ text: defaultPrivacyText('hi'), contact: '', version: 1 });
  const text = await page();
  expect(text).toContain('Version 1 of 28 November 2026');
  expect(text).toContain('<h2 class="mt-6 text-h3 first:mt-0">Adoptions</h2>');
  expect(text).toContain('href="/contact"');
  // Another text needs another day: TEXTS_SINCE of lib/settings.
  const hash = createHash('sha256').update(LOCALES.map(defaultPrivacyText).join()).digest('hex');
  expect(hash.slice(0, 12)).toBe('80c9b9cda358');
});

test('what administrators write counts its versions, and is shown in both languages until it has both', async () => {
  await write({ en: '## Ours\n\nIn English.' }, 'grievance@example.in');
  expect(await readPrivacyNotice('hi')).toMatchObject({ text: '## Ours\n\nIn English.', version: 2 });
  await write({ en: '## Ours\n\nIn English.', hi: '## हमारी सूचना' });
  const notice = await readPrivacyNotice('hi');
  expect(notice).toMatchObject({ text: '## हमारी सूचना', contact: '', version: 3 });
  expect(Math.abs(notice.since.getTime() - Date.now())).toBeLessThan(10 * 60 * 1000);
});

test('security 103: the text has headings, paragraphs and lists; HTML and links in it are shown as text', async () => {
  await write(
    {
      en: [
        '# One',
        'First line\nsecond line with <b>bold</b> & [a link](javascript:alert(1)) ![x](https://example.com/x.png)',
        '<script>alert(1)</script>',
        '<a href="https://example.com" onclick="alert(1)">here</a>',
        '- item <i>one</i>\n- item two\n  1. inner',
        '### Three',
        '[ref]: https://example.com/ref',
        'See [ref] and <https://example.com/auto>.',
      ].join('\n\n'),
    },
    'The <b>officer</b>, grievance@example.in',
  );
  const text = await page();
  expect(text).toContain('<h2 class="mt-6 text-h3 first:mt-0">One</h2>');
  expect(text).toContain('First line\nsecond line with &lt;b&gt;bold&lt;/b&gt; &amp; [a link](javascript:alert(1))');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).toContain('item &lt;i&gt;one&lt;/i&gt;');
  expect(text).toMatch(/<ol[^>]*><li>inner/);
  expect(text).toContain('<h3 class="font-semibold">Three</h3>');
  expect(text).toContain('The &lt;b&gt;officer&lt;/b&gt;, grievance@example.in');
  expect(text).not.toMatch(/<script|<img|<b>|<i>|onclick="|href="(?!\/)/);
});

const DEEP = ['> ', '- ', '1. ', '>- '].map((mark) => `${mark.repeat(8000 / mark.length - 4)}end`);

test.each(DEEP)(
  'security 115: a text nested more deeply than it can be read is shown as it was typed (%#)',
  async (en) => {
    await write({ en });
    const text = await page();
    expect(text).toContain('whitespace-pre-line">' + en.replaceAll('>', '&gt;') + '</p>');
  },
);

test('security 115: such a text is not saved', async () => {
  const admin = await makeAdmin();
  const save = async (en: string) => {
    const value = { text: { en, hi: '' }, contact: { en: '', hi: '' } };
    const request = asAdmin(admin, { method: 'PUT', body: { version: null, value } });
    const response = await saveThroughApi(request, { params: Promise.resolve({ group: 'privacy' }) });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  for (const en of [...DEEP, '- '.repeat(21) + 'end'])
    expect(await save(en)).toMatchObject({ status: 400, body: { code: 'settings.too_nested' } });
  expect(await save('> - one\n>   - two\n>     1. three')).toMatchObject({ status: 200 });
});
