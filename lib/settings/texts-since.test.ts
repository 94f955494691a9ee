import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOLD_SECONDS } from '@/lib/adoption/core/hold-rules';
import en from '@/lib/platform/i18n/en/site-pages.json';
import hi from '@/lib/platform/i18n/hi/site-pages.json';
import { TEXTS_SINCE } from './texts-since';

test('another text of the terms has another day, which is what sponsors are said to have agreed to', () => {
  const hash = createHash('sha256')
    .update(JSON.stringify([en.terms, hi.terms, HOLD_SECONDS]))
    .digest('hex');
  expect([hash.slice(0, 12), TEXTS_SINCE.terms]).toEqual(['a1487d39bf63', '2026-11-28T00:00:00+05:30']);
});
