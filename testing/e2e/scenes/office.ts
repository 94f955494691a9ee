import { newAccount } from '../account';
import { adopt } from '../adoptions';
import type { Scene, Stage } from './scene';

/** Puts students on the adopted seats of an offer, but for one of each adoption, unless there are some already. */
export async function enrol({ sql, courses: [{ id }] }: Stage): Promise<void> {
  await sql`
    insert into enrolments (billing_id, course_id, place, session, roll_hash, roll_end, from_day)
    select i.billing_id, i.course_id, place, i.session, gen_random_uuid()::text, lpad(place::text, 3, '0'), s.first_day
      from billing_items i join billings b on b.id = i.billing_id join academic_sessions s on s.name = i.session
           cross join generate_series(1, i.seats - 1) place
     where i.course_id = ${id} and b.state in ('pledged', 'completed')
        on conflict do nothing`;
}

/** States a report on an offer: every ninth student does not attend, or did not pass. */
export async function stateReport({ sql, courses: [{ id }] }: Stage, kind: 'enrolment' | 'result'): Promise<void> {
  const [good, bad] = kind === 'result' ? ['passed', 'failed'] : ['attends', 'absent'];
  await sql`
    with report as (
      insert into reports (course_id, kind, version, stated_at) values (${id}, ${kind}, 1, now())
          on conflict (course_id, kind) do update set stated_at = now() returning id)
    insert into report_marks (report_id, enrolment_id, mark, version)
    select report.id, e.id, case when e.place % 9 = 0 then ${bad!} else ${good!} end, 1
      from report, enrolments e where e.course_id = ${id} and e.until_day is null
        on conflict do nothing`;
}

/** Adopts seats of the first course for another sponsor, in time for the reports of its session, and enters students. */
export async function fillRegister(stage: Stage): Promise<void> {
  const { sql, courses } = stage;
  const [one] = courses;
  const [{ filled }] = await sql<[{ filled: boolean }]>`
    select exists (select from enrolments where course_id = ${one.id}) as filled`;
  if (filled) return;
  const { full_name, designation, email, phone_number, company_name } = newAccount();
  const sponsor = { full_name, designation, email, phone_number, company_name, kind: 'guest', industry: 'Automotive' };
  const [user] = await sql<{ id: string }[]>`insert into users ${sql(sponsor)} returning id`;
  await adopt(sql, user!, [[one, 12]], { daysAgo: 400 });
  await enrol(stage);
}

const offer = ({ courses: [{ id }] }: Stage) => `/office/offers/${id}`;
const firstDialog =
  (name: (words: Parameters<NonNullable<Scene['reach']>>[1]) => string): NonNullable<Scene['reach']> =>
  async (page, words) => {
    await page
      .getByRole('button', { name: name(words), exact: true })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  };

/** Scenes of the offices of institutes. */
export const officeScenes: readonly Scene[] = [
  { name: '93-office-login', path: '/office/login' },
  { name: '93-office-forgot', path: '/office/forgot-password' },
  { name: '93-office-set-password', path: '/office/set-password' },
  { name: '94-office', viewer: 'office', path: '/office' },
  { name: '95-office-register', viewer: 'office', path: offer },
  {
    name: '95-office-move',
    viewer: 'office',
    path: offer,
    // Before the first report.
    before: async (_page, { sql, courses: [{ id }] }) => {
      await sql`update reports set stated_at = null where course_id = ${id}`;
    },
    reach: firstDialog(({ office }) => office.register.moveOf.replace('{number}', '1')),
  },
  { name: '96-office-report', viewer: 'office', path: (stage) => `${offer(stage)}/reports/enrolment` },
  { name: '97-office-proposals', viewer: 'office', path: '/office/proposals' },
  { name: '97-office-page', viewer: 'office', path: '/office/page' },
  { name: '98-office-colleagues', viewer: 'office', path: '/office/colleagues' },
  { name: '98-office-account', viewer: 'office', path: '/office/account' },
];
