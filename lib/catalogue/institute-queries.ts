import 'server-only';
import { cache } from 'react';
import { sql } from '@/db/client';
import { statesThat } from '@/db/schema/billing-states';
import { withQueryDeadline } from '@/lib/core/deadline';
import { isUuid } from '@/lib/core/uuid';
import type { InstituteDetails } from './institute-details';
import { listCourses } from './queries';
import { byTypeThenBranch } from './rules';
import type { Course } from './schema';
import type { PersonId } from '@/lib/identity/session';

/** Companies on the page of an institute. */
const MAX_COMPANIES = 100;

/** A company that allows its name here, with its adopted seats of one calendar year of India. */
export type AdoptingCompany = { company: string; seats: number; year: number };

/** An institute as its public page shows it: the open courses by type and branch, and the companies, newest first. */
export type InstitutePage = InstituteDetails & {
  id: string;
  name: string;
  city: string;
  courses: Course[];
  companies: AdoptingCompany[];
};

type Row = Omit<InstitutePage, 'courses' | 'companies'>;

/**
 * Returns an institute with its open courses and the companies that adopted seats there and allow their name; null for
 * an unknown id. Read once per request for page and metadata.
 * @param holder the sponsor whose own held seats count as left
 * @throws DeadlineError if the database does not respond in time
 */
export const readInstitute = cache(async (id: string, holder?: PersonId): Promise<InstitutePage | null> => {
  if (!isUuid(id)) return null;
  const [[institute], courses, companies] = await Promise.all([
    withQueryDeadline(sql()<Row[]>`
      select id, name, city, address, website, kind, contact from institutes where id = ${id}`),
    listCourses({ instituteId: id, holder }),
    adoptingCompanies(id),
  ]);
  return institute ? { ...institute, courses: courses.toSorted(byTypeThenBranch), companies } : null;
});

/**
 * Returns the companies that allow their name and have paid at least a part, with the seats that are adopted now: no
 * cancelled or lapsed ones.
 */
async function adoptingCompanies(instituteId: string): Promise<AdoptingCompany[]> {
  const rows = await withQueryDeadline(
    sql()<AdoptingCompany[]>`
      select (array_agg(a.company order by a.verified_at desc))[1] as company, sum(a.seats)::int as seats, a.year
        from (select trim(b.sponsor->>'company') as company, i.seats, b.verified_at,
                     extract(year from b.verified_at at time zone 'Asia/Kolkata')::int as year
                from billings b
                join billing_items i on i.billing_id = b.id
                join courses c on c.id = i.course_id
               where b.show_company and b.state = any(${statesThat(({ seats }) => seats === 'adopted')}) and i.seats > 0
                 and b.received_paise > b.refunded_paise and c.institute_id = ${instituteId}) a
       where a.company <> ''
       group by a.year, lower(a.company)
       order by a.year desc, seats desc, lower(a.company)
       limit ${MAX_COMPANIES}`,
  );
  return [...rows];
}

/** Returns the ids of all institutes with open courses, for the sitemap. */
export async function listInstituteIds(): Promise<string[]> {
  const rows = await withQueryDeadline(
    sql()<{ id: string }[]>`
      select i.id from institutes i
       where exists (select from courses c where c.institute_id = i.id and c.is_open)
       order by lower(i.city), lower(i.name), i.id`,
  );
  return rows.map(({ id }) => id);
}
