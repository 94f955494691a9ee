import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./migrations/', import.meta.url);

/**
 * A database that has run a migration never runs it again, so a changed file would leave two kinds of databases.
 * A new migration adds its line: `sha256sum 0028_name.sql >> SHA256SUMS` in db/migrations.
 */
test('no committed migration was changed, and each has its checksum', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const sums = files.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex');
    return `${sum}  ${name}`;
  });
  expect(sums).toEqual(readFileSync(new URL('SHA256SUMS', folder), 'utf8').trim().split('\n'));
});
