import { expect, test } from 'vitest';
import { ACCOUNT_MESSAGE_KINDS, MESSAGE_KINDS } from '@/lib/notifications/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

test('every kind of message that may not get through has a name', () => {
  const t = getTranslator('en', 'attention');
  const kinds = [...MESSAGE_KINDS, ...ACCOUNT_MESSAGE_KINDS];
  expect(kinds.filter((kind) => !t.has(`messageKind.${kind}`))).toEqual([]);
});
