import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { siteContact } from './contact';

useTestDatabase();
beforeEach(async () => {
  delete process.env.SUPPORT_CONTACT;
  await sql()`delete from settings`;
});

test('the setting of the administrators is the contact', async () => {
  expect(await siteContact()).toBeNull();
  await sql()`insert into settings ("group", value) values ('contact', '{"name":"Seat Cell","email":"seats@nyas.example"}')`;
  expect(await siteContact()).toBe('Seat Cell, seats@nyas.example');
});
