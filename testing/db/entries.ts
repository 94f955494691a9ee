import { enterAdoption } from '@/lib/entries/mutations';
import type { Entry } from '@/lib/entries/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';

let made = 0;

/** An adoption on paper of some seats, of a company of its own. */
export function makeEntry(
  lines: readonly { course: { id: string }; seats: number }[],
  overrides: Partial<Entry> = {},
): Entry {
  const number = ++made;
  return {
    fullName: 'Asha Verma',
    designation: '',
    email: `csr@paper${number}.example`,
    phone: '9876543210',
    company: `Paper Works ${number}`,
    industry: '',
    locale: 'en',
    paper_reference: `Letter ${number} of 12 November`,
    note: '',
    lines: lines.map(({ course, seats }) => ({ id: course.id, seats })),
    ...overrides,
  };
}

/** Enters an adoption. @returns the id of the entry */
export async function enter(by: AdminScope, entry: Entry): Promise<string> {
  const entered = await enterAdoption(by, entry);
  if (!entered.ok) throw new Error(entered.code);
  return entered.id;
}
