import { expect, type Page } from '@playwright/test';
import { CRON_SECRET } from '../app';
import { fillRegister, orderPayment, passOn, stateReport } from './office';
import type { Scene, Stage } from './scene';

/** Brings the report up to date, but for the adoptions of the last minute. */
async function reportOn(page: Page, { sql }: Stage): Promise<void> {
  await sql`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  const answer = await page.request.get('/api/jobs/run', { headers: { Authorization: `Bearer ${CRON_SECRET}` } });
  expect(answer.status()).toBe(200);
}

const adoption = ({ reference }: Stage) => `/admin/billings/${reference}`;

/** Scenes of the administration, which is always in English. */
export const adminScenes: readonly Scene[] = [
  { name: '80-admin-login', path: '/admin/login' },
  { name: '81-admin-dashboard', viewer: 'admin', path: '/admin/dashboard' },
  {
    name: '82-admin-billing',
    viewer: 'admin',
    path: '/admin/dashboard',
    reach: async (page) => {
      await page.getByRole('button', { name: /^View/ }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: '82-admin-adoption', viewer: 'admin', path: adoption },
  {
    name: '82-admin-receipt',
    viewer: 'admin',
    path: adoption,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Record a receipt' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: '83-admin-none-match', viewer: 'admin', path: '/admin/dashboard?q=nobody+at+all' },
  {
    name: '83-admin-company',
    viewer: 'admin',
    path: '/admin/report?rows=company',
    before: reportOn,
    reach: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Names and numbers' }).waitFor();
    },
  },
  { name: '84-admin-users', viewer: 'admin', path: '/admin/users' },
  { name: '85-admin-catalogue', viewer: 'admin', path: '/admin/catalogue' },
  {
    name: '86-admin-course',
    viewer: 'admin',
    path: '/admin/catalogue',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: '87-admin-import', viewer: 'admin', path: '/admin/catalogue/import' },
  { name: '87-admin-sessions', viewer: 'admin', path: '/admin/sessions' },
  { name: '87-admin-proposals', viewer: 'admin', path: '/admin/catalogue/proposals' },
  { name: '87-admin-moves', viewer: 'admin', path: '/admin/catalogue/moves' },
  { name: '87-admin-offices', viewer: 'admin', path: '/admin/offices' },
  { name: '87-admin-office', viewer: 'admin', path: ({ institute }) => `/admin/offices/${institute}` },
  {
    name: '87-admin-reports',
    viewer: 'admin',
    path: '/admin/offices/reports',
    before: async (_page, stage) => {
      await fillRegister(stage);
      await stateReport(stage, 'enrolment');
    },
  },
  { name: '87-admin-reservations', viewer: 'admin', path: '/admin/catalogue/reservations' },
  { name: '87-admin-agreement', viewer: 'admin', path: '/admin/entries/new?how=keep' },
  { name: '87-admin-waiting', viewer: 'admin', path: '/admin/catalogue/reservations?kind=request' },
  { name: '87-admin-entries', viewer: 'admin', path: '/admin/entries' },
  { name: '87-admin-mailings', viewer: 'admin', path: '/admin/mailings' },
  { name: '87-admin-new-entry', viewer: 'admin', path: '/admin/entries/new' },
  { name: '88-admin-audit', viewer: 'admin', path: '/admin/audit' },
  { name: '90-admin-attention', viewer: 'admin', path: '/admin/attention' },
  { name: '91-admin-bank-statement', viewer: 'admin', path: '/admin/attention/bank-statement' },
  { name: '94-admin-papers', viewer: 'admin', path: '/admin/registers' },
  { name: '94-admin-receipts', viewer: 'admin', path: '/admin/registers/receipts' },
  { name: '94-admin-refunds', viewer: 'admin', path: '/admin/registers/refunds' },
  { name: '93-admin-report', viewer: 'admin', path: '/admin/report', before: reportOn },
  { name: '92-admin-online-payments', viewer: 'admin', path: '/admin/attention/settlements' },
  { name: '92-admin-funds', viewer: 'admin', path: '/admin/funds', before: (_page, stage) => passOn(stage) },
  {
    name: '92-admin-bank-file',
    viewer: 'admin',
    path: '/admin/funds/1',
    before: (_page, stage) => orderPayment(stage),
  },
  {
    name: '92-admin-transfer',
    viewer: 'admin',
    path: '/admin/funds',
    before: (_page, stage) => passOn(stage),
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Pass on/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  { name: '91-admin-billing-placeholder', viewer: 'admin', path: '/admin/billing' },
  { name: '88-admin-settings', viewer: 'admin', path: '/admin/settings' },
  { name: '88-admin-settings-figures', viewer: 'admin', path: '/admin/settings?section=figures' },
  { name: '89-admin-administrators', viewer: 'admin', path: '/admin/administrators' },
  { name: '89-admin-account', viewer: 'admin', path: '/admin/account' },
  { name: '80-admin-set-password', path: '/admin/set-password' },
  { name: '89-admin-not-found', viewer: 'admin', path: '/admin/nowhere' },
];
