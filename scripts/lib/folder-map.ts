import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { LOCALES } from '@/lib/i18n/locale';
import { filesUnder } from './files';
import { root } from './programs';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The purpose of each folder with code. The tests fail if a folder has no line here, or a line no folder. */
export const FOLDERS: Readonly<Record<string, string>> = {
  app: 'Root layout, error pages, metadata files (robots, sitemap, manifest)',
  'app/(adoption)': "Page of a guest's adoption",
  'app/(auth)': 'Pages to log in, to register and to set a forgotten password',
  'app/(info)': 'Pages about the website: about, contact, privacy, terms',
  'app/(landing)': 'Landing page',
  'app/(shared-cart)': 'Page of a shared cart',
  'app/(site)': 'Public journey: city picker, course list, cart, payment; verification page of a summary',
  'app/.well-known': 'security.txt',
  'app/admin': 'Pages of administrators',
  'app/api': 'Route handlers of the API, one folder per path',
  'testing/api': 'Helpers of API tests',
  'app/dashboard': 'Pages of signed-in sponsors',
  'app/docs': 'API documentation page',
  'app/fonts': 'Font faces of the pages',
  'components/admin': 'Shell, navigation and table controls shared by the pages of administrators',
  'components/checkout': 'Checkout of the public journey: sponsor form, code, summary, thanks',
  'components/adoption-page': 'Page of one adoption, for its sponsor and for guests',
  'components/adoption-history': "List of a sponsor's adoptions with their status and documents",
  'components/admin/audit-log': 'Audit log table',
  'components/admin/attention': 'What needs attention: list, receipts, bank statement',
  'components/auth': 'Login and registration forms',
  'components/cart': 'Adoption cart and its comparison with the current catalogue',
  'components/admin/catalogue-import': 'Import of a catalogue file in the browser',
  'components/shared-cart': 'Page of a shared cart: its lines, taking it over, the proposal',
  'components/course': 'Course card, its states and notices',
  'components/dashboard': "Overview of the sponsor's dashboard",
  'components/api-docs': 'Parts of the API documentation page',
  'components/admin/adoptions': "Page of one adoption: its sections and the forms of administrators' actions",
  'components/admin/stats': 'Counts and charts of the admin dashboard',
  'components/unsaved-changes': 'Confirmation before unsaved changes are left',
  'components/admin/courses': 'Course table of administrators: edit, open, close',
  'components/institute': 'Page of an institute: courses, contact, companies',
  'components/landing': 'Sections of the landing page',
  'components/map': 'District map, city list and their interaction',
  'components/otp': 'Entry of a one-time code, resend, countdown',
  'components/payment': 'Payment of registered sponsors: phone code, hold, payment method',
  'components/plan': 'Planning with a budget: wishes, proposal',
  'components/profile': 'Sponsor profile and its form',
  'components/admin/users-and-billings': 'User and billing tables of administrators, with detail dialogs and download',
  'components/admin/settlements': 'Online payments of a month: transfers to the bank, explained differences',
  'components/admin/settings': 'Forms of the settings',
  'components/admin/account': "An administrator's own account: second factor",
  'components/admin/administrators': 'Table of administrators: roles, states, sessions',
  'components/search': 'Search over all cities: form, results, nearest cities',
  'components/seat': 'Drawing of a seat',
  'components/selection': 'Choosing seats: course list, summary, draft of a page',
  'components/shell': 'Sidebar and page frame of dashboard and administration; focus after navigation',
  'components/site': 'Header, footer and page frame of the public site',
  'testing/components': 'Rendering components in unit tests',
  'components/i18n': 'Translations in client components, language switch',
  'components/ui': 'Primitives: button, dialog, field, toast, pager',
  'components/wizard': 'Course selection in four steps',
  db: 'Connection, migrations',
  'db/schema': 'Tables (Drizzle)',
  'testing/db': 'Factories and helpers of database tests',
  e2e: 'Browser tests',
  'testing/e2e': 'Helpers of browser tests',
  'lib/admin/accounts': 'Accounts and sessions of administrators',
  'lib/adoption': 'Drafts, holds and pledges: states of a billing, statements that move seats',
  'lib/api-client': 'API client of the browser',
  'lib/admin/alerts': 'Looking at alerts, setting the limit of unpaid seats of a sponsor',
  'lib/alert': 'Alerts for administrators: what the site found unusual',
  'lib/admin/adoptions': 'Actions of administrators on an adoption: money, time, seats, corrections',
  'lib/admin/audit-log': 'Audit log: entries, filters, pages',
  'lib/catalogue': 'Courses: validation, grouping, queries',
  'lib/catalogue/import': 'Catalogue files: checking, writing all rows or none; export',
  'lib/table-file': 'Reading the tables of uploaded files: Excel, OpenDocument, HTML, text',
  'lib/file-worker': 'The worker thread that reads uploaded files, with its limits',
  'lib/admin/courses': 'Courses as administrators edit them',
  'lib/company': 'People of a company: invitations, roles, removal',
  'lib/contract': 'Description of every API endpoint: schemas, access, errors, limits; request handler; OpenAPI',
  'lib/guest-access': "Opening a guest's adoption with a code: tokens, page and API access",
  'lib/core': 'Environment, limits, errors, money, HTTP, rate limits, logging, dates',
  'lib/document': 'PDF summary, receipt and proposal, rendered in worker threads; download token',
  'lib/course-list': 'Filters, order and pages of a course list',
  'testing/table-file': 'Workbooks that are made to be expensive to read',
  'testing/payment': 'A payment gateway in memory, for tests',
  'testing/worker': 'Worker threads in tests',
  'lib/admin/stats': 'Statistics of the admin dashboard, rolled up by month',
  'lib/identity': 'Accounts, passwords, sessions and profile of sponsors',
  'lib/landing': 'Numbers of the landing page',
  'lib/map': 'District boundaries, labels, colours, city statistics',
  'lib/message': 'Sending e-mail and text messages',
  'lib/metrics': 'Metrics for monitoring: requests of this process, and what the database knows',
  'lib/notification': 'E-mails about adoptions and accounts: queue, sending with retries, texts, dead letters',
  'lib/jobs': 'What happens by time: ends of holds and terms, reminders, messages, statistics, purge',
  'lib/otp': 'Issuing and verifying one-time codes, and their limits',
  'lib/paper': 'Issued papers: numbers, revisions, downloads, annual statements',
  'lib/payment': 'Payment providers and the statements that settle a payment',
  'lib/payment/razorpay': 'Client of Razorpay: payment links, refunds, webhooks, settlement reports',
  'lib/admin/attention': 'What needs attention of administrators: counts and lists',
  'lib/admin/settlements': 'Online payments of a month with fees and settlements; explaining differences',
  'lib/admin/receipts': 'Bank receipts without an adoption, proposals from a bank statement',
  'lib/admin/users-and-billings': 'Users and billings as administrators search, filter and page them',
  'lib/api-docs': 'Data of the API documentation page',
  'lib/places': 'Towns of Madhya Pradesh: district, position, other names',
  'lib/privacy': 'Privacy notice, kept data and its purge, download and deletion of own data',
  'lib/plan': 'Planning with a budget: amount, wishes, exact choice of seats',
  'lib/shared-cart': 'Carts shared by a link: storing, comparing with the current catalogue, purge',
  'lib/search': 'Search over all cities: words of a query and of a course in both languages, place, results',
  'lib/seat': 'Shapes and scale of drawn seats',
  'lib/selection': 'Cart, dashboard selection and drafts in the browser',
  'lib/settings': 'Settings that administrators change: terms, receiving body, numbering, offer',
  'lib/site': 'Page metadata, structured data, security.txt',
  'lib/spreadsheet': 'Excel downloads',
  'lib/i18n': 'Translations: locales, loading, error texts, names of places',
  ...Object.fromEntries(LOCALES.map((locale) => [`lib/i18n/${locale}`, `${languageNames.of(locale)} texts`])),
  'testing/next': 'Replacements of modules of Next.js in tests',
  scripts: 'Commands of package.json',
  'scripts/bench': 'Rows of `npm run bench`',
  'scripts/chaos': 'Parts of `npm run chaos`',
  'scripts/fuzz': 'Parts of `npm run fuzz`',
  'scripts/geo': 'Building the district boundaries and the list of places',
  'scripts/lib': 'What commands share: database, server, build, generated documents, import check',
  'scripts/razorpay-stand-in': 'Stand-in for Razorpay: API, payment pages, webhooks, control by tests',
  'scripts/screenshots': 'Pages and states for axe and screenshots',
};

const ROOTS = ['app', 'components', 'lib', 'db', 'testing', 'e2e', 'scripts'];
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /\.(tsx?|mjs)$/;

/**
 * Returns the folder of the map that a file belongs to. Below `app` that is the area: its deeper folders are parts of
 * URLs.
 */
export function folderOf(file: string): string {
  const folder = posix.dirname(file);
  return folder.startsWith('app/') && !folder.endsWith('/testing') ? folder.split('/').slice(0, 2).join('/') : folder;
}

/** Returns the other folders that the files of each folder import, tests excluded. Paths are relative to the root. */
export function folderImports(files: readonly string[], texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const known = new Set(files);
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    const folder = folderOf(file);
    const found = imports.get(folder) ?? new Set();
    imports.set(folder, found);
    if (TEST.test(file)) continue;
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const target = resolve(file, fileName, known);
      if (target && ROOTS.includes(target.split('/')[0]!) && folderOf(target) !== folder) found.add(folderOf(target));
    }
  }
  return new Map([...imports].map(([folder, found]) => [folder, [...found].sort()] as const).sort());
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : undefined;
  return (
    base &&
    [base, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end)].find((path) => known.has(path))
  );
}

/**
 * Returns the rows of the map as Markdown. Throws an error that names folders without a description and descriptions
 * without a folder.
 */
export function folderTable(
  imports: ReadonlyMap<string, readonly string[]>,
  descriptions: Readonly<Record<string, string>>,
): string {
  const undescribed = [...imports.keys()].filter((folder) => !Object.hasOwn(descriptions, folder));
  if (undescribed.length > 0) throw new Error(`No description in scripts/lib/folder-map.ts: ${undescribed.join(', ')}`);
  const gone = Object.keys(descriptions).filter((folder) => !imports.has(folder));
  if (gone.length > 0) throw new Error(`Described in scripts/lib/folder-map.ts, but not there: ${gone.join(', ')}`);
  const rows = [...imports].map(([folder, found]) => `| \`${folder}\` | ${descriptions[folder]} | ${byLayer(found)} |`);
  return ['| folder | what it is | imports |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Formats as 'components: seat, ui; lib: core; db'. */
function byLayer(folders: readonly string[]): string {
  return ROOTS.flatMap((layer) => {
    const members = folders.filter((folder) => folder === layer || folder.startsWith(`${layer}/`));
    const names = members.filter((folder) => folder !== layer).map((folder) => folder.slice(layer.length + 1));
    if (members.length === 0) return [];
    return names.length > 0 ? `${layer}: ${names.join(', ')}` : layer;
  }).join('; ');
}

/** Returns the current map of the folders, in Markdown. */
export async function folderMapTable(): Promise<string> {
  const files = (await Promise.all(ROOTS.map(filesUnder))).flat();
  const code = files.filter((path) => CODE.test(path));
  const texts = new Map(
    await Promise.all(code.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
  return folderTable(folderImports(files, texts), FOLDERS);
}
