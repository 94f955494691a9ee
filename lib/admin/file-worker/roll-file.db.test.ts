import { expect, test } from 'vitest';
import { UNREADABLE_OFFICE_FILES } from '@/lib/platform/limits';
import { useTestDatabase } from '@/testing/db/database';
import { makeOffice } from '@/testing/db/offices';
import type { ReadRolls } from '@/lib/register/read-rolls';
import { readOfficeFile } from './roll-file';

useTestDatabase();

const { points } = UNREADABLE_OFFICE_FILES;
const good: ReadRolls = { ok: true, rows: [], lists: [], other_sheets: [], problems: [] };
const bad: ReadRolls = { ok: false, problem: { code: 'too_complex' } };

test('security 133: files that cannot be read are counted by account; those that can are not', async () => {
  const { scope } = await makeOffice();
  const { scope: other } = await makeOffice();
  const send = (file: ReadRolls, by = scope) => readOfficeFile(by, 'en', async () => file);
  for (let count = 0; count < points; count++) {
    await expect(send(bad)).rejects.toMatchObject({ status: 400, code: 'catalogue.file_unusable' });
    if (count < points - 1) expect(await send(good)).toEqual(good);
  }
  await expect(send(good)).rejects.toMatchObject({ status: 429, code: 'request.too_many' });
  expect(await send(good, other)).toEqual(good);
});

test('security 133: files that are sent at once count while they are read', async () => {
  const { scope } = await makeOffice();
  let resolve!: (file: ReadRolls) => void;
  const promise = new Promise<ReadRolls>((done) => (resolve = done));
  const sent = Array.from({ length: points + 3 }, () =>
    readOfficeFile(scope, 'en', () => promise).then(
      () => 200,
      ({ status }: { status: number }) => status,
    ),
  );
  // Answered while the others are read.
  await Promise.any(sent.map(async (each) => expect(await each).toBe(429)));
  resolve(bad);
  expect((await Promise.all(sent)).filter((status) => status === 429)).toHaveLength(3);
});
