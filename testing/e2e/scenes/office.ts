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

/** States a report on an offer: every ninth student does not attend, or did not pass. With that on enrolment, totals of groups. */
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
  if (kind === 'enrolment')
    await sql`
      insert into compositions (course_id, report_id, students, women, sc, st, obc, state)
      select course_id, id, 20, 9, 5, 0, 8, 'told' from reports where course_id = ${id} and kind = 'enrolment'
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

/** Passes a part of the money for the first course on, a year ago and now, unless that is done. */
export async function passOn(stage: Stage): Promise<void> {
  await fillRegister(stage);
  const { sql, institute, courses } = stage;
  await sql`
    with line as (
      select i.billing_id, i.seats * i.price_paise / 4 as paise from billing_items i join billings b on b.id = i.billing_id
       where i.course_id = ${courses[0].id} and b.state = 'completed' limit 1),
         added as (
      insert into releases (institute_id, kind, state, mode, paid_on, amount_paise, reference, recorded_by, confirmed_by, confirmed_at)
      select ${institute}, 'passed_on', given.state, 'NEFT', current_date - given.days, line.paise, given.reference, gen_random_uuid(),
             case when given.state = 'confirmed' then gen_random_uuid() end, case when given.state = 'confirmed' then now() end
        from line, (values ('confirmed', 400, 'SBINN000000000001'), ('confirmed', 1, 'SBINN000000000002'),
                           ('recorded', 0, 'SBINN000000000003')) given (state, days, reference)
          on conflict do nothing returning id, amount_paise)
    insert into release_lines (release_id, billing_id, course_id, amount_paise)
    select added.id, line.billing_id, ${courses[0].id}, added.amount_paise from added, line`;
}

/** Puts a payment to the institute into a file for the bank, which was ordered, and states another account of it. */
export async function orderPayment(stage: Stage): Promise<void> {
  await passOn(stage);
  const { sql, institute, courses } = stage;
  await sql`
    with account as (
      insert into payee_accounts (institute_id, account_name, account_number, ifsc, state, confirmed_at)
      values (${institute}, 'Government Polytechnic', '00123456789', 'SBIN0001234', 'confirmed', now()),
             (${institute}, 'Government Polytechnic', '00987654321', 'SBIN0001234', 'stated', null)
          on conflict do nothing returning id, state),
         file as (insert into bank_files (number, pay_on, prepared_by) values (1, current_date, gen_random_uuid()) on conflict do nothing returning id),
         added as (
      insert into releases (institute_id, kind, state, mode, paid_on, amount_paise, reference, recorded_by, confirmed_by, confirmed_at,
                            bank_file_id, bank_file_position, payee_account_id)
      select ${institute}, 'passed_on', 'ordered', 'NEFT', current_date, 100000, 'BF00001001', gen_random_uuid(), gen_random_uuid(), now(),
             file.id, 1, account.id
        from file, account where account.state = 'confirmed' returning id, amount_paise)
    insert into release_lines (release_id, billing_id, course_id, amount_paise)
    select added.id, i.billing_id, ${courses[0].id}, added.amount_paise
      from added, (select i.billing_id from billing_items i join billings b on b.id = i.billing_id
                    where i.course_id = ${courses[0].id} and b.state = 'completed' limit 1) i`;
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
  { name: '94-office-money', viewer: 'office', path: '/office', before: (_page, stage) => passOn(stage) },
  { name: '95-office-register', viewer: 'office', path: offer },
  {
    name: '95-office-move',
    viewer: 'office',
    path: offer,
    // Before the first report.
    before: async (_page, { sql, courses: [{ id }] }) => {
      await sql`update reports set stated_at = null where course_id = ${id}`;
    },
    reach: async (page, ...rest) => {
      // Many places of a company are folded.
      await page.locator('main details:not([open]) > summary:has(h3)').first().click();
      await firstDialog(({ office }) => office.register.moveOf.replace('{number}', '1'))(page, ...rest);
    },
  },
  { name: '96-office-report', viewer: 'office', path: (stage) => `${offer(stage)}/reports/enrolment` },
  {
    name: '96-office-groups',
    viewer: 'office',
    path: (stage) => `${offer(stage)}/reports/enrolment`,
    before: (_page, stage) => stateReport(stage, 'enrolment'),
  },
  { name: '97-office-proposals', viewer: 'office', path: '/office/proposals' },
  {
    name: '97-office-messages',
    viewer: 'office',
    path: '/office/messages',
    before: async (_page, { sql, institute }) => {
      await sql`
        insert into conversation_messages (institute_id, side, text, person)
        select ${institute}, side, text, person
          from (values ('department', 'Please state the report.', null), ('office', 'On Monday.', 'head@institute.example')) given (side, text, person)
         where not exists (select from conversation_messages where institute_id = ${institute})`;
    },
  },
  { name: '97-office-page', viewer: 'office', path: '/office/page' },
  { name: '98-office-colleagues', viewer: 'office', path: '/office/colleagues' },
  { name: '98-office-account', viewer: 'office', path: '/office/account' },
];
