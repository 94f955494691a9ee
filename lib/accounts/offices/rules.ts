import { accountEmailSchema } from '@/lib/accounts/schema';
import { MAX_OFFICE_INVITATIONS } from '@/lib/platform/limits';
import type { LineProblem } from './schema';

/** Somebody whom an administrator invites, and the number of the line. */
export type InvitedPerson = { line: number; email: string; name: string; city: string };

/** Returns the line that invites an address to an institute, as readLines reads it. */
export const lineOf = ({ email, name, city }: Omit<InvitedPerson, 'line'>): string => `${email}; ${name}; ${city}`;

/**
 * Reads the lines of an invitation: e-mail, institute and city, between semicolons, tabs as copied from a spreadsheet, or commas, of
 * which the name of the institute may have more.
 * Empty lines are skipped; at most MAX_OFFICE_INVITATIONS are read.
 */
export function readLines(text: string): {
  people: InvitedPerson[];
  problems: { line: number; problem: LineProblem }[];
} {
  const people: InvitedPerson[] = [];
  const problems: { line: number; problem: LineProblem }[] = [];
  const seen = new Set<string>();
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (!row.trim()) continue;
    const line = index + 1;
    const [typed = '', name = '', city = ''] = cellsOf(row).map((cell) => cell.trim());
    const email = accountEmailSchema.safeParse(typed).data;
    if (email === undefined) problems.push({ line, problem: 'email' });
    else if (!name || !city) problems.push({ line, problem: 'institute' });
    else if (seen.has(`${email}\n${name}\n${city}`.toLowerCase())) problems.push({ line, problem: 'twice' });
    else if (people.length >= MAX_OFFICE_INVITATIONS) problems.push({ line, problem: 'many' });
    else people.push({ line, email, name, city });
    seen.add(`${email}\n${name}\n${city}`.toLowerCase());
  }
  return { people, problems };
}

function cellsOf(row: string): string[] {
  if (/[;\t]/.test(row)) return row.split(/[;\t]/);
  const cells = row.split(',');
  return cells.length < 3 ? cells : [cells[0]!, cells.slice(1, -1).join(','), cells.at(-1)!];
}
