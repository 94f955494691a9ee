import type { Page } from '@playwright/test';
import { chooseSeats, smsCode } from '../account';
import { adopt } from '../adoptions';
import { enrol, stateReport } from './office';
import type { SignedIn, Scene, Stage, Words } from './scene';

const CITY = '/dashboard/city/Indore/B.Tech';

/** Puts courses into the payment, or into a step of the wizard. */
const choose =
  (options: { step?: number; completed?: boolean } = {}) =>
  async (page: Page, { courses: [one, two] }: Stage, known: SignedIn | null) =>
    chooseSeats(
      page,
      known!.session,
      [
        [one, 12],
        [two, 3],
      ],
      options,
    );

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

async function sendCode(page: Page, words: Words): Promise<void> {
  await press(page, words.dashboardPayment.phone.send);
  await page.getByLabel(words.otp.label).waitFor();
}

/** Adopts seats with students, for whom attendance and results are stated. */
async function studyOn(_page: Page, stage: Stage, known: SignedIn | null): Promise<void> {
  await adopt(stage.sql, known!.session, [[stage.courses[0], 12]]);
  await enrol(stage);
  await stateReport(stage, 'enrolment');
  await stateReport(stage, 'result');
}

/** Scenes of the dashboard. */
export const dashboardScenes: readonly Scene[] = [
  { name: '40-dashboard-new', viewer: 'newcomer', path: '/dashboard' },
  { name: '41-dashboard', viewer: 'sponsor', path: '/dashboard' },
  { name: '42-dashboard-hold', viewer: 'holder', path: '/dashboard' },
  {
    name: '43-menu',
    viewer: 'sponsor',
    path: '/dashboard',
    only: 'phone',
    reach: (page, words) => press(page, words.shell.menu),
  },
  { name: '44-adoptions', viewer: 'sponsor', path: '/dashboard/adoptions' },
  { name: '44-year-end', viewer: 'sponsor', path: '/dashboard/year-end' },
  { name: '45-adoptions-none', viewer: 'newcomer', path: '/dashboard/adoptions' },
  { name: '46-adoptions-hold', viewer: 'holder', path: '/dashboard/adoptions' },
  {
    name: '47-adoption',
    viewer: 'sponsor',
    path: '/dashboard/adoptions',
    reach: async (page) => {
      await page.getByRole('link', { name: /^SA-/ }).first().click();
      await page.getByRole('heading', { level: 1, name: /SA-/ }).waitFor();
    },
  },
  {
    name: '48-progress',
    viewer: 'sponsor',
    path: '/dashboard',
    before: studyOn,
    reach: (page, words) => page.getByRole('region', { name: words.adoptionPage.progress.title }).waitFor(),
  },
  {
    name: '49-adoption-progress',
    viewer: 'sponsor',
    path: '/dashboard/adoptions',
    before: studyOn,
    reach: async (page, words, { sql }, known) => {
      const [newest] = await sql<{ id: string }[]>`
        select id from billings where user_id = ${known!.session.id} order by created_at desc limit 1`;
      await page.goto(`/dashboard/adoptions/${newest!.id}`);
      const [before = ''] = words.adoptionPage.progress.certificate.make.split('{session}');
      await page
        .getByRole('button', { name: before.trim() || '2' })
        .first()
        .click();
      await page.getByText(/CT\//).first().waitFor();
    },
  },
  { name: '50-map', viewer: 'sponsor', path: '/dashboard/map' },
  { name: '51-region', viewer: 'sponsor', path: '/dashboard/new-course-selection' },
  { name: '52-region-type', viewer: 'sponsor', path: '/dashboard/new-course-selection/B.Tech' },
  { name: '53-city', viewer: 'newcomer', path: CITY },
  { name: '54-city-chosen', viewer: 'newcomer', path: CITY, before: choose({ completed: false }) },
  { name: '55-city-all-types', viewer: 'newcomer', path: '/dashboard/city/Indore' },
  { name: '55-city-empty', viewer: 'newcomer', path: '/dashboard/city/Kabul' },
  { name: '56-institute', viewer: 'newcomer', path: ({ institute }) => `/dashboard/institute/${institute}` },
  { name: '57-plan', viewer: 'newcomer', path: '/dashboard/plan?budget=25+lakh' },
  { name: '60-wizard', viewer: 'newcomer', path: '/dashboard/course-selection' },
  {
    name: '61-wizard-chosen',
    viewer: 'newcomer',
    path: '/dashboard/course-selection',
    before: choose({ step: 2, completed: false }),
  },
  {
    name: '62-wizard-last',
    viewer: 'newcomer',
    path: '/dashboard/course-selection',
    before: choose({ step: 4, completed: false }),
  },
  { name: '63-payment', viewer: 'newcomer', path: '/dashboard/payment', before: choose() },
  { name: '64-payment-code', viewer: 'newcomer', path: '/dashboard/payment', before: choose(), reach: sendCode },
  {
    name: '65-payment-held',
    viewer: 'newcomer',
    path: '/dashboard/payment',
    before: choose(),
    reach: async (page, words, { outbox }, known) => {
      await sendCode(page, words);
      await page.getByLabel(words.otp.label).fill(await smsCode(outbox, known!.account));
      await press(page, words.otp.verify);
      await page.getByRole('timer', { name: words.dashboardPayment.held.timer }).waitFor();
    },
  },
  { name: '70-profile', viewer: 'sponsor', path: '/dashboard/profile' },
  {
    name: '71-profile-edit',
    viewer: 'sponsor',
    path: '/dashboard/profile',
    reach: (page, words) => press(page, words.profile.edit.open),
  },
  {
    name: '71-profile-delete',
    viewer: 'sponsor',
    path: '/dashboard/profile',
    reach: (page, words) => press(page, words.profile.deletion.open),
  },
  { name: '72-dashboard-not-found', viewer: 'sponsor', path: '/dashboard/city/Indore/Nowhere' },
];
