import { sql } from '@/db/client';
import { proposeChange } from '@/lib/proposals/mutations';
import { makeCourse, type CourseRow } from './factories';
import type { OfficeAccount } from './offices';

let made = 0;

/** Creates an offer of the office's first institute. */
export const offerOf = (
  { scope }: OfficeAccount,
  overrides: Parameters<typeof makeCourse>[0] = {},
): Promise<CourseRow> => makeCourse({ instituteId: scope.institutes[0]!.id, ...overrides });

/** Proposes 70 seats for an offer, by default a new one of the head's. @returns the id of the proposal */
export async function makeProposal(head: OfficeAccount, course?: CourseRow): Promise<string> {
  const { id } = course ?? (await offerOf(head));
  const outcome = await proposeChange(head.scope, id, { total_seats: 70, close: false, note: '' });
  if (!outcome.ok) throw new Error(outcome.code);
  const [proposal] = await sql()<{ id: string }[]>`
    select id from proposals where course_id = ${id} order by proposed_at desc limit 1`;
  return proposal!.id;
}

const NAMES = ['Aeronautics', 'Beekeeping', 'Ceramics', 'Drone Piloting', 'Embroidery', 'Forestry', 'Goldsmithing'];

/** The body that proposes a new offer, whose branch no other one has. */
export async function newBranch(): Promise<Record<string, string | boolean>> {
  const [session] = await sql()<{ name: string }[]>`
    select name from academic_sessions where state <> 'closed' order by name limit 1`;
  return {
    course_name: 'ITI',
    branch: `${NAMES[made++ % NAMES.length]} ${made}`,
    branch_hindi: '',
    total_seats: '20',
    price_per_seat: '₹12,500',
    duration_years: '2 years',
    session: session!.name,
    study_year: '1',
    is_other_name: false,
    note: '',
  };
}
