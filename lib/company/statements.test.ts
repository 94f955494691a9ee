import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companies } from '@/db/schema';
import { AUDIT_FIELDS } from '@/lib/accounts/audit-log/schema';
import { COMPANY_FIELDS, NO_COMPANY } from './rules';
import { companyColumns } from './statements';

/** Columns that no form fills. */
const OTHERS = ['id', 'ownerId', 'papersDue', 'version', 'updatedAt', 'updatedBy'];

test('every other column of a company is a field of its forms', () => {
  const filled = Object.keys(getTableColumns(companies)).filter((column) => !OTHERS.includes(column));
  expect(Object.keys(companyColumns(NO_COMPANY)).toSorted()).toEqual(filled.toSorted());
});

test('the audit log shows every field of a company', () => {
  expect(AUDIT_FIELDS).toEqual(expect.arrayContaining(COMPANY_FIELDS));
});
