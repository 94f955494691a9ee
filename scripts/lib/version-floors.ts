/** The safe versions of a package, and the vulnerabilities of those below. */
export type Floor = {
  /** A semver range; packages with several maintained release lines list each. */
  safe: string;
  /** The advisories with a short summary of each. */
  because: string;
};

/** A copy below its floor that does no harm where it is installed. It must be a development dependency. */
export type Accepted = {
  /** Its path in the lock file. */
  path: string;
  because: string;
};

/**
 * The lowest safe versions. When a vulnerability of a package is published, raise its line; `npm run audit:floors` then
 * lists the copies that are too old. Lines of packages that are not installed remain: another package may bring them
 * back.
 */
export const FLOORS: Record<string, Floor> = {
  // At runtime.
  next: {
    safe: '>=16.4.6',
    because:
      'critical holes of autumn 2026 (GHSA-2464-fhr4-w9xw, GHSA-673q-mjm6-r5xr); carries its own copy of server components',
  },
  'next-auth': {
    safe: '>=4.24.15',
    because: 'four advisories of July 2026: malformed bearer, look-alike @, checks bound to no provider',
  },
  react: {
    safe: '>=19.3.1',
    because: 'goes with react-server-dom 19.3.1: remote code execution (GHSA-xqc2-xf4c-x3h3)',
  },
  'react-dom': {
    safe: '>=19.3.1',
    because: 'goes with react-server-dom 19.3.1: remote code execution (GHSA-xqc2-xf4c-x3h3)',
  },
  'react-server-dom-turbopack': {
    safe: '>=19.3.1',
    because: 'remote code execution (GHSA-xqc2-xf4c-x3h3, CVE-2025-55182)',
  },
  'react-server-dom-webpack': {
    safe: '>=19.3.1',
    because: 'remote code execution (GHSA-xqc2-xf4c-x3h3, CVE-2025-55182)',
  },
  'drizzle-orm': { safe: '>=0.45.2', because: 'SQL by names of columns (GHSA-gpj5-g38j-94v9)' },
  postgres: {
    safe: '>=3.4.9',
    because: 'what it does when its connection dies was tried on this version; our statements build on it',
  },
  zod: {
    safe: '>=4.6.6',
    because: 'memory: a list is checked element by element before its greatest length (GHSA-mrhx-c7xc-m3w5)',
  },
  sharp: { safe: '>=0.35.0', because: 'pictures that write out of bounds in libvips (GHSA-f88m-g3jw-g9cj)' },
  jose: { safe: '>=4.15.5', because: 'a small encrypted token unpacks to fill the memory (CVE-2024-28176)' },
  cookie: { safe: '>=0.7.0', because: 'names of cookies that set other fields (CVE-2024-47764)' },
  uuid: { safe: '>=11.1.1', because: 'writes beyond a given buffer (CVE-2026-41907)' },
  preact: { safe: '>=10.28.2', because: 'JSON taken for an element (CVE-2026-22028)' },
  '@babel/runtime': { safe: '>=7.26.10', because: 'slow regular expressions (CVE-2025-27789)' },
  'crypto-js': {
    safe: '>=4.2.0',
    because: 'keys derived in one round (CVE-2023-46233); older writers of PDFs bring it',
  },
  undici: { safe: '>=7.24.0 || ^6.24.0', because: 'a server may fill the memory of its client (CVE-2026-1526)' },
  // For uploaded files.
  xlsx: {
    safe: '>=0.20.2',
    because: 'reading a file pollutes prototypes and takes for ever (CVE-2023-30533, CVE-2024-22363)',
  },
  // For the build.
  postcss: { safe: '>=8.5.23', because: 'reads any .map file that a sheet names (GHSA-fxqj-rqcc-2cmp)' },
  nanoid: { safe: '>=5.0.9 || ^3.3.8', because: 'ids that can be told beforehand (CVE-2024-55565)' },
  esbuild: { safe: '>=0.25.0', because: 'any page may ask its development server (GHSA-67mh-4wv8-2f99)' },
  yaml: { safe: '>=2.8.3', because: 'deep nesting overflows the stack (CVE-2026-33532)' },
  semver: { safe: '>=7.5.2 || ^6.3.1', because: 'slow regular expression (CVE-2022-25883)' },
  // For checks and tests.
  '@vitest/mocker': { safe: '>=5.0.5 || ^4.1.12', because: 'GHSA-qxg6-89mg-rqv8, GHSA-xp26-3454-mjgp' },
  playwright: { safe: '>=1.55.1', because: 'browsers fetched without checking the certificate (CVE-2025-59288)' },
  braces: { safe: '>=3.0.3', because: 'memory (CVE-2024-4068)' },
  'brace-expansion': { safe: '>=5.0.9 || ^2.1.4 || ^1.1.18', because: 'memory and time (GHSA-rgw5-rvv9-x895)' },
  micromatch: { safe: '>=4.0.8', because: 'slow regular expression (CVE-2024-4067)' },
  minimatch: { safe: '>=10.2.3 || ^9.0.7 || ^3.1.4', because: 'slow patterns (CVE-2026-27903, CVE-2026-27904)' },
  picomatch: { safe: '>=4.0.4 || ^2.3.2', because: 'slow patterns (CVE-2026-33671)' },
  ajv: { safe: '>=8.18.0 || ^6.14.0', because: 'slow pattern given as data (CVE-2025-69873)' },
  'fast-uri': { safe: '>=3.1.9', because: 'four advisories of October 2026 on reading addresses' },
  'cross-spawn': { safe: '>=7.0.5', because: 'slow regular expression (CVE-2024-21538)' },
  ws: { safe: '>=8.21.0 || ^7.5.10', because: 'memory (CVE-2026-48779, CVE-2024-37890)' },
  'tar-fs': { safe: '>=3.1.1', because: 'writes outside its folder by a link (CVE-2025-59343)' },
  'basic-ftp': { safe: '>=5.2.0', because: 'writes outside its folder (CVE-2026-27699)' },
  'ip-address': { safe: '>=10.7.4', because: 'GHSA-rxp7-6hxx-x8q5' },
  'js-yaml': { safe: '>=4.1.1', because: 'pollutes prototypes (CVE-2025-64718)' },
  flatted: { safe: '>=3.4.2', because: 'pollutes prototypes, overflows the stack (CVE-2026-33228, CVE-2026-32141)' },
  'lodash-es': { safe: '>=4.18.0', because: 'pollutes prototypes, code by a template (CVE-2025-13465, CVE-2026-4800)' },
  'lodash.merge': { safe: '>=4.6.2', because: 'pollutes prototypes (CVE-2018-16487)' },
  json5: { safe: '>=2.2.2 || ^1.0.2', because: 'pollutes prototypes (CVE-2022-46175)' },
  minimist: { safe: '>=1.2.6', because: 'pollutes prototypes (CVE-2021-44906)' },
  '@eslint/plugin-kit': { safe: '>=0.3.4', because: 'slow regular expression (GHSA-xffm-g5w8-qvg7)' },
  '@babel/helpers': { safe: '>=7.26.10', because: 'slow regular expressions (CVE-2025-27789)' },
  'word-wrap': { safe: '>=1.2.4', because: 'slow regular expression (CVE-2023-26115)' },
};

export const ACCEPTED: Accepted[] = [
  {
    path: 'node_modules/xlsx',
    because:
      'npm carries no mended version; it reads files in a thread with limits and frozen prototypes (lib/file-worker), and both attacks are tests',
  },
  {
    path: 'node_modules/@esbuild-kit/core-utils/node_modules/esbuild',
    because: 'drizzle-kit translates its own settings with it and never starts its server',
  },
  {
    path: 'node_modules/chromium-bidi/node_modules/zod',
    because: 'lighthouse checks what our own browser says to it',
  },
];
