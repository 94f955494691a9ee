import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { closeDatabase, sql } from '@/db/client';
import { assignCompanies } from '@/lib/admin/companies/assign';
import { readReport } from '@/lib/admin/report/queries';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { refreshReport } from '@/lib/admin/report/mutations';
import { openSession } from '@/lib/accounts/session';
import type { ADMIN_PAGES } from '@/lib/admin/pages';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { makeAdmin } from '@/testing/db/admin';
import { enter, makeEntry } from '@/testing/db/entries';
import { makeOffice } from '@/testing/db/offices';
import manifest from '../../package.json';
import { ended, root } from '../../scripts/lib/programs';
import { startApp } from './app';
import { createDatabase } from './database';
import { fillDepartment, RARE, type Department } from './department-data';
import { logStatements, type RanStatement, type StatementLog } from './statement-log';

/** The most processor time of Postgres that a statement may take, in milliseconds. */
const LIMIT_MS = 300;
/** Of a statement of which more is shown than its beginning. */
const SHOWN = 400;

type AdminPath = (typeof ADMIN_PAGES)[number]['path'];

/** A page or a job: `state` is '' if it succeeded. */
type Done = { what: string; state: string; elapsedMs: number; ran: RanStatement[] };

/** The addresses of every page of administrators, with filters that are rare, frequent, and of late pages. */
const adminPages = (
  { sessions, instituteId, reference, courseId }: Department,
  entryId: string,
  groupIds: readonly string[],
): Record<AdminPath, readonly string[]> => ({
  '/admin/dashboard': [
    ...['', `?institute=${RARE}`, '?institute=Institute+77', '?branch=Civil', '?q=motors', '?q=narmada+steel'],
    ...['?status=completed', '?verified=no', '?type=B.Tech&city=Indore', `?session=${sessions[0]}`, '?city=Dewas'],
    ...[`?institute=${RARE}&status=completed`, '?institute=Institute+77&status=pledged', '?q=motors&status=expired'],
    ...['?page=1990', '?page=3900', '?sort=company', '?sort=total&dir=asc&page=1500', '?from=2026-01-01&to=2026-01-31'],
  ],
  '/admin/attention': ['', '?kind=over_term', '?kind=refund_due', '?kind=message', '?page=40'],
  '/admin/funds': ['', `?q=${RARE}`, '?q=Institute+77', '?page=3'],
  '/admin/funds/{number}': ['/1'],
  '/admin/report': [
    ...[
      '',
      '?rows=type&columns=session',
      '?rows=district&columns=year&figure=received',
      '?rows=company',
      '?rows=company&page=20',
    ],
    ...[
      '?rows=institute',
      '?rows=month',
      '?company=motors',
      '?rows=company&company=motors',
      '?district=Indore',
      `?institute=${RARE}`,
    ],
  ],
  '/admin/report/adoptions': [
    '?figure=seats',
    '?figure=received&rows=district&row=Indore',
    `?figure=seats&rows=company&row=${groupIds[0]}`,
  ],
  '/admin/users': ['', '?q=asha', '?q=narmada+steel', '?kind=guest', '?page=1900', '?sort=company&page=900'],
  '/admin/catalogue': [
    ...[
      '',
      `?q=${RARE}`,
      '?q=Institute+77',
      '?q=Institute+Civil',
      '?type=ITI&city=Indore',
      '?state=full',
      `?session=${sessions[0]}`,
    ],
    ...['?sort=left', '?page=110'],
  ],
  '/admin/sessions': [''],
  '/admin/sessions/{session}': [
    ...sessions.map((session) => `/${session}`),
    `/${sessions[2]}?from=${sessions[1]}&percent=5&continuing=yes&unpaid=yes`,
  ],
  '/admin/registers': [
    ...['', '?year=2025-26', '?series=PI', '?state=void', '?state=replaced', '?state=valid', '?series=PR&state=void'],
    '?before=PR/2025-26/000500',
  ],
  '/admin/registers/receipts': [
    ...['', '?q=motors', '?q=narmada+steel', '?way=gateway', '?state=recorded', '?state=bounced', '?state=confirmed'],
    ...['?from=2026-01-01&to=2026-01-31', '?before=2026-01-01_00000000-0000-4000-8000-000000000000'],
  ],
  '/admin/registers/refunds': ['', '?q=motors', '?state=owed', '?way=bank', '?from=2026-01-01&to=2026-01-31'],
  '/admin/audit': ['', '?action=admin.logged_in', '?who=admin1', '?from=2026-01-01&to=2026-01-31'],
  '/admin/settings': [''],
  '/admin/administrators': [''],
  '/admin/billing': [''],
  '/admin/account': [''],
  '/admin/attention/bank-statement': [''],
  '/admin/attention/settlements': ['', '?month=2026-05'],
  '/admin/billings/{reference}': [`/${reference}`],
  '/admin/companies/{companyId}': groupIds.map((id) => `/${id}`),
  '/admin/mailings': [''],
  '/admin/entries': ['', '?q=steel', '?state=waiting'],
  '/admin/entries/new': ['', `?company=${groupIds[0]}`, `?correct=${entryId}`],
  '/admin/catalogue/import': [''],
  '/admin/catalogue/moves': ['', '?state=back', '?state=open', `?course=${courseId}`],
  '/admin/catalogue/proposals': ['', '?q=Institute', '?state=accepted'],
  '/admin/catalogue/reservations': [
    ...['', '?q=steel', '?kind=renewal', '?state=ended', '?type=ITI', '?page=30'],
    ...['?kind=request', '?kind=request&q=waits77', '?kind=request&state=waiting', '?kind=request&page=30'],
  ],
  '/admin/offices': ['', `?q=${RARE}`, '?state=late', '?state=office', '?page=3'],
  '/admin/offices/reports': [
    ...['', `?q=${RARE}`, '?q=Institute+77', '?state=late', '?state=missed', '?state=stated', '?kind=outcome'],
    ...[`?session=${sessions[0]}`, '?page=100'],
  ],
  '/admin/offices/{instituteId}': [`/${instituteId}`],
  '/admin/{...rest}': ['/nowhere'],
});

const SEARCH = '/api/admin/search';
/** The most processor time of Postgres that a search may take, all statements together, in milliseconds. */
const SEARCH_MS = 50;
/** Frequent and rare names, numbers in several forms, and nothing. */
const SEARCHES = [
  ...['motors', 'narmada+steel', 'asha', 'Institute+77', 'Civil+Indore', 'zzzz', RARE],
  ...['%2B91+98260+12345', 'SA-7K2M-Q4', 'sa7k2mq4xt90b1', 'SBIN426091234567', '004711', 'PR/2026-27/12', 'pay_Nx81'],
];

/** What administrators download or read by the API, from the path. */
const ADMIN_API = [
  ...['', `?institute=${RARE}`, '?institute=Institute+77', '?q=motors'].map(
    (query) => `/api/user/download/billings${query}`,
  ),
  ...['users', 'payments', 'reservations', 'papers', 'receipts', 'refunds'].map((kind) => `/api/user/download/${kind}`),
  ...SEARCHES.map((q) => `${SEARCH}?q=${q}`),
  ...['/api/user/get_admin_dashboard_data', '/api/admin/courses?q=civil', '/api/admin/catalogue/import'],
];

const officePages = ({ courseId }: Department) => [
  ...[
    '',
    '/account',
    '/colleagues',
    '/messages',
    '/page',
    '/proposals',
    `/offers/${courseId}`,
    `/offers/${courseId}?page=5`,
  ],
  ...['enrolment', 'term_1', 'result'].map((kind) => `/offers/${courseId}/reports/${kind}`),
];

const sponsorPages = ({ billingId, financialYear }: Department) => [
  ...['', '/adoptions', '/adoptions?page=9', `/adoptions/${billingId}`, '/renewals', '/profile'],
  ...['/year-end', `/year-end?year=${financialYear}`],
];

/**
 * Asks every page of administrators, offices and sponsors on the production build, one after the other, and runs every job,
 * twice, among 200,000 adoptions, 5,800 offers and 150 institutes. Prints the statement with the most processor time of each.
 * @throws if a page or a job fails, a statement takes more than LIMIT_MS, or a search more than SEARCH_MS
 */
export async function measureDepartment(): Promise<void> {
  const url = await createDatabase('department');
  const department = await fillDepartment(url);
  const log = await logStatements(url, process.env.DATA_DIR!);
  const outer = process.env.DATABASE_URL;
  await closeDatabase();
  process.env.DATABASE_URL = url;
  try {
    await assignCompanies();
    await refreshReport();
    await sql()`vacuum analyze line_months, billing_search_index, users, company_groups, company_keys`;
    await compareSums();
    await log.take();
    const done = [...(await askPages(department, log)), ...(await doJobs(log))];
    // As autovacuum does within a minute: the first run changed tens of thousands of rows.
    await sql()`vacuum analyze`;
    done.push(...(await doJobs(log)));
    report(done);
  } finally {
    await closeDatabase();
    process.env.DATABASE_URL = outer;
  }
}

async function askPages(department: Department, log: StatementLog): Promise<Done[]> {
  const [admin, office] = [await makeAdmin(), await makeOffice({ instituteIds: [department.instituteId] })];
  const sponsor = await openSession(department.sponsorId);
  const entryId = await enterMany(admin.scope, department);
  const app = await startApp({});
  const ask = async (path: string, headers: Record<string, string>): Promise<Done> => {
    await log.take();
    const started = performance.now();
    const status = await statusOf(app.url + path, headers);
    const elapsedMs = performance.now() - started;
    const isRight = status === (path === '/admin/nowhere' ? 404 : 200);
    return { what: path, state: isRight ? '' : String(status), elapsedMs, ran: await log.take() };
  };
  const pages = (paths: readonly string[], { cookie }: { cookie: string }) =>
    paths.map((path) => [path, { Cookie: cookie.split(';', 1)[0]! }] as const);
  const asked = [
    // Loads what a server keeps.
    ...pages(['/admin/dashboard'], admin),
    ...pages(Object.entries(adminPages(department, entryId, await largestGroups())).flatMap(addressesOf), admin),
    ...ADMIN_API.map((path) => [path, { Authorization: `Bearer ${admin.token}` }] as const),
    ...pages(
      officePages(department).map((path) => `/office${path}`),
      office,
    ),
    ...pages(
      sponsorPages(department).map((path) => `/dashboard${path}`),
      sponsor,
    ),
  ];
  try {
    const done: Done[] = [];
    for (const [path, headers] of asked) done.push(await ask(path, headers));
    return done.slice(1);
  } finally {
    await app.stop();
  }
}

/** The company with the most adoptions, joined with others, and one with few. */
async function largestGroups(): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select group_id as id from billing_search_index where group_id is not null group by 1 order by count(*) desc, 1`;
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id];
  // As if an administrator had joined a thousand accounts and guests.
  const joined = rows.slice(1, 1001).map(({ id }) => id);
  await sql()`
    update company_keys set group_id = ${first}, joined_by = 'admin', joined_at = now(), reason = 'The same' where group_id = any(${joined}::uuid[])`;
  await sql()`update billing_search_index set group_id = ${first} where group_id = any(${joined}::uuid[])`;
  return [first, last];
}

/** Compares the sums of the report with plain sums of the tables. @throws if a figure differs */
async function compareSums(): Promise<void> {
  const { scope } = await makeAdmin();
  const report = await readReport(scope, REPORT_LIST.schema.parse({}), { page: 1, size: 1 });
  const { seats, outstanding, passed } = report.sums.get('')!;
  const isAdopted = sql()`state = any(${[...ADOPTED_STATES]})`;
  const [plain] = await sql()<Record<string, string>[]>`
    select (select sum(i.seats) from billing_items i join billings b on b.id = i.billing_id where b.${isAdopted}) as seats,
           (select sum(greatest(total_paise - received_paise + refunded_paise, 0)) from billings where ${isAdopted}) as outstanding,
           (select coalesce(sum(amount_paise), 0) from releases where state = 'confirmed') as passed`;
  const shown = { seats, outstanding, passed };
  const differing = Object.entries(shown).filter(([name, value]) => value !== Number(plain![name]));
  if (differing.length > 0)
    throw new Error(`The report says ${JSON.stringify(differing)}, the tables ${JSON.stringify(plain)}.`);
}

/** Adoptions on paper that wait for a second person, more than a page shows. @returns the id of one */
async function enterMany(scope: AdminScope, { courseId }: Department): Promise<string> {
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1)
    ids.push(await enter(scope, makeEntry([{ course: { id: courseId }, seats: 1 }], { company: `Steel Works ${n}` })));
  return ids[0]!;
}

/** Puts what a page is asked with after its path, or in the place of its parameter. */
const addressesOf = ([path, asked]: [string, readonly string[]]) =>
  asked.map((part) => path.replace(/\/\{.*$/, '') + part);

/** Reads the whole response. @returns its status, 0 if the connection ended before the response did */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    get(url, { headers }, (response) => {
      response.on('end', () => done(response.statusCode!)).on('error', () => done(0));
      response.resume();
    }).on('error', () => done(0));
  });
}

/** Runs all jobs as `npm run jobs -- --once` does, one after the other; each begins with its row in `job_runs`. */
async function doJobs(log: StatementLog): Promise<Done[]> {
  await log.take();
  const program = [...manifest.scripts.jobs.split(' ').slice(1), '--once'];
  await ended(spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));
  const ran = await log.take();
  const jobs = await sql()<{ job: string; milliseconds: number; error_code: string | null }[]>`
    select job, milliseconds, error_code from job_runs order by began_at`;
  const begins = ran.flatMap(({ text }, at) => (text.startsWith('insert into "job_runs"') ? [at] : []));
  return jobs.map(({ job, milliseconds, error_code }, n) => ({
    what: `job ${job}`,
    state: error_code ?? '',
    elapsedMs: milliseconds,
    ran: ran.slice(begins[n], begins[n + 1]),
  }));
}

const cpuOf = ({ ran }: Done) => ran.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

function report(done: readonly Done[]): void {
  const dearestOf = ({ ran }: Done) => ran.toSorted((a, b) => b.cpuMs - a.cpuMs)[0] ?? { cpuMs: 0, text: '' };
  console.table(
    done.map((each) => ({
      what: each.what,
      state: each.state || 'ok',
      ms: Math.round(each.elapsedMs),
      statements: each.ran.length,
      'Postgres ms': Math.round(cpuOf(each)),
      'dearest ms': Math.round(dearestOf(each).cpuMs),
    })),
  );
  const isDear = (each: Done) =>
    dearestOf(each).cpuMs > LIMIT_MS || (each.what.startsWith(SEARCH) && cpuOf(each) > SEARCH_MS);
  const dear = done.filter(isDear);
  for (const each of dear)
    console.log(`${each.what}: ${Math.round(dearestOf(each).cpuMs)} ms: ${dearestOf(each).text.slice(0, SHOWN)}`);
  const failed = done.filter(({ state }) => state !== '');
  if (failed.length + dear.length > 0)
    throw new Error(`${failed.length} pages or jobs failed, and ${dear.length} take too long.`);
}
