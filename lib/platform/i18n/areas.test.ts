import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { errorsOf } from '@/lib/api/endpoint';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { AREAS } from './areas';
import { isAdministratorsError, mayShowError } from './error-codes';

const FOLDERS: Record<string, string> = {
  admin: 'app/admin',
  office: 'app/office',
  site: 'app/(site)',
  adoption: 'app/(adoption)',
  sharedCart: 'app/(shared-cart)',
  auth: 'app/(auth)',
  dashboard: 'app/dashboard',
  landing: 'app/(landing)',
  info: 'app/(info)',
};

/** Folders within those of an area whose layouts add texts. */
const WITHIN = {
  'app/(site)': { 'select-region': 'region', home: 'region', plan: 'plan', payment: 'checkout' },
  'app/admin/(area)': {
    account: 'adminNotices',
    administrators: 'adminAccounts',
    attention: 'adminAttention',
    'attention/bank-statement': 'adminBankStatement',
    billings: 'adminAdoptions',
    audit: 'adminAudit',
    catalogue: 'adminCatalogue',
    companies: 'adminCompanies',
    'catalogue/import': 'adminImport',
    'catalogue/moves': 'adminMoves',
    'catalogue/proposals': 'adminProposals',
    'catalogue/reservations': 'adminReservations',
    dashboard: 'adminDashboard',
    mailings: 'adminMailings',
    entries: 'adminEntries',
    'entries/new': 'adminEntryForm',
    funds: 'adminFunds',
    offices: 'adminOffices',
    registers: 'adminRegisters',
    report: 'adminReport',
    sessions: 'adminSessions',
    settings: 'adminSettings',
    users: 'adminRecords',
  },
} as const;

const OUTER = { 'app/(site)': 'site', 'app/admin/(area)': 'admin' } as const;

/** The folders within a folder whose layouts add texts. */
const addingIn = (folder: string): string[] =>
  Object.entries(WITHIN).flatMap(([outer, inner]) =>
    outer === folder || outer.startsWith(`${folder}/`) ? Object.keys(inner).map((name) => join(outer, name)) : [],
  );

/** Returns the namespaces used by the client islands that a folder of pages imports. */
function usedNamespaces(folder: string, except: readonly string[] = []): Set<string> {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.tsx') && !except.some((other) => file.startsWith(`${other}/`)));
  const files = new Set(pages);
  const namespaces = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const [, namespace] of text.matchAll(/useTranslations\('([\w.]+)/g)) namespaces.add(namespace!);
    if (text.includes('useMessages()')) namespaces.add('names');
    for (const [, specifier] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      const path = specifier!.startsWith('@/') ? specifier!.slice(2) : join(dirname(file), specifier!);
      const target = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(candidate));
      if (target) files.add(target);
    }
  }
  return namespaces;
}

/** Returns those of the used namespaces that are not among the given ones, which are whole or groups of one. */
const missingOf = (used: ReadonlySet<string>, given: readonly string[]) =>
  [...used].filter((name) => !given.some((each) => name === each || name.startsWith(`${each}.`)));

test.each(Object.entries(FOLDERS))('the islands of %s have the messages that they use', (area, folder) => {
  const given: readonly string[] = area in AREAS ? AREAS[area as keyof typeof AREAS] : [];
  expect(missingOf(usedNamespaces(folder, addingIn(folder)), given)).toEqual([]);
});

const ADDING = Object.entries(WITHIN).flatMap(([outer, inner]) =>
  Object.entries(inner).map(([folder, area]) => ({ outer: outer as keyof typeof WITHIN, folder, area })),
);

test.each(ADDING)('the islands of $outer/$folder have the messages that they use', ({ outer, folder, area }) => {
  // A folder within another one has the texts of both, and gives its own to nobody else.
  const around = ADDING.filter((other) => other.outer === outer && `${folder}/`.startsWith(`${other.folder}/`));
  const given: readonly string[] = [...AREAS[OUTER[outer]], ...around.flatMap((other) => AREAS[other.area])];
  const path = join(outer, folder);
  const within = addingIn(outer).filter((other) => other.startsWith(`${path}/`));
  expect(missingOf(usedNamespaces(path, within), given)).toEqual([]);
  expect(readFileSync(join(outer, folder, 'layout.tsx'), 'utf8')).toMatch(
    outer === 'app/(site)' ? `<MoreTexts area="${area}">` : `<MoreTexts locale="en" area="${area}">`,
  );
});

test('the search finds messages of deeply nested islands', () => {
  expect([...usedNamespaces('app/(site)')]).toEqual(
    expect.arrayContaining(['unsavedChanges', 'list', 'otp', 'region']),
  );
});

/** Folders of components that only administrators see, and only offices. */
const ADMINISTRATORS = /^(admin|entries|sessions|register\/checks)\/|\/admin\//;
const OFFICES = /^(office|proposals\/office|register\/reports)\//;

test('errors that are not sent to pages in Hindi belong to administration alone', () => {
  const codes = Object.values(ENDPOINTS)
    .filter(({ tag }) => tag !== 'Administration')
    .flatMap((endpoint) => [...errorsOf(endpoint).values()].flatMap(({ codes }) => codes));
  expect(codes.filter(isAdministratorsError)).toEqual([]);
  const codesIn = (isMeant: (file: string) => boolean) =>
    readdirSync('components', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && isMeant(file))
      .flatMap((file) => [...readFileSync(join('components', file), 'utf8').matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
      .map(([, code]) => code!);
  const named = codesIn((file) => !ADMINISTRATORS.test(file) && !OFFICES.test(file));
  expect(named).toContain('course.load_failed');
  expect(named.filter(isAdministratorsError)).toEqual([]);
  const ofOffice = codesIn((file) => OFFICES.test(file));
  expect(ofOffice).toContain('enrolment.day');
  expect(ofOffice.filter((code) => !mayShowError(code, 'office'))).toEqual([]);
});
