import { resolve } from 'node:path';
import { FILE_POLICY } from './lib/platform/file-policy.mjs';

/** Headers of every response; pages get their Content-Security-Policy and Strict-Transport-Security from proxy.ts. */
const everyAnswer = [
  // A JSON response or image must not be interpreted as a page or script.
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // No other site can embed a response, where side channels could read it.
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];

/**
 * Headers of documents. Scripts and styles omit them: a page loads a dozen, each with its headers, over slow networks.
 */
const documents = [
  // frame-ancestors of the policy, for browsers without support for it.
  { key: 'X-Frame-Options', value: 'DENY' },
  // The tile server requires the Referer of the site; other sites only learn its origin.
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  // Windows that open our pages, or that our pages open, get no reference to each other.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  // Not used by the site, so an injected script cannot use them either.
  {
    key: 'Permissions-Policy',
    value: ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb']
      .map((feature) => `${feature}=()`)
      .join(', '),
  },
];

/** Paths that are not pages, in two patterns; the matcher of proxy.ts excludes the same (app/headers.test.ts). */
const FILES = [
  '/:folder(api|geo|icons|social|_next/static)/:path*',
  '/:file(apple-icon\\.png|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml)',
];

/** Opened by path at run time, so they have to be listed for a deployed bundle: lib/documents/fonts.ts, lib/map/local-boundaries.ts. */
const documentFonts = ['./lib/documents/font-files/*.ttf'];
const boundaries = ['./public/geo/mp-districts.geojson'];

const NO_INDEX = { key: 'X-Robots-Tag', value: 'noindex, nofollow' };

/**
 * JavaScript, because the server reads it as well: for TypeScript, Next.js loads its compiler into it, 24 MB of memory and
 * 97 MB of a release.
 *
 * @type {import('next').NextConfig}
 */
const config = {
  // Tells our own server the routes of the build; platforms have adapters of their own.
  adapterPath: process.env.VERCEL ? undefined : resolve('scripts/lib/next-adapter.mjs'),
  poweredByHeader: false,
  // scripts/lib/server.ts compresses pages and endpoints (docs/decisions/0015); platforms do it themselves.
  compress: false,
  reactStrictMode: true,
  // `npm run check` and `npm test` check types; in a build it would take half of the time.
  typescript: { ignoreBuildErrors: true },
  // Loaded from node_modules at run time: the PDF renderer brings its own React reconciler, argon2 is a native module.
  serverExternalPackages: [
    ...['postgres', 'drizzle-orm', '@react-pdf/renderer', '@node-rs/argon2'],
    // One registry for the bundles of all endpoints.
    'prom-client',
    // Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT.
    ...['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node'],
    // Megabytes of code pages; only the worker that reads files loads it.
    'xlsx',
    // Megabytes of word lists.
    ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en'],
  ],
  // Endpoints send messages with documents after their response.
  outputFileTracingIncludes: {
    '/api/**': documentFonts,
    ...Object.fromEntries(['/home', '/select-region/**', '/dashboard/**'].map((pages) => [pages, boundaries])),
  },
  // The optimiser of images, which is not used (see `images` below), brings 20 MB of a library under the LGPL.
  outputFileTracingExcludes: { 'next-server': ['**/node_modules/@img/**', '**/node_modules/sharp/**'] },
  // The server parses messages (lib/platform/i18n/compile.ts): the code that formats parsed messages is a tenth of the parser.
  turbopack: { resolveAlias: { 'use-intl/format-message': './lib/platform/format-message.ts' } },
  // Metadata is in the <head> for every client instead of being streamed into the body: it waits for one query.
  htmlLimitedBots: /./,
  experimental: {
    // Code of pages and endpoints is loaded at their first request (docs/decisions/0015): all of it takes 155 MB.
    preloadEntriesOnStart: false,
    // Writing the cache takes a fifth of a build that nobody repeats (scripts/lib/build.ts).
    turbopackFileSystemCacheForBuild: process.env.BUILD_CACHE !== 'none',
  },
  // No page uses the optimiser, and it logs URLs unescaped: /_next/image returns 404.
  images: { unoptimized: true },
  headers: async () => [
    { source: '/:path*', headers: everyAnswer },
    { source: '/((?!_next/static/).*)', headers: documents },
    ...FILES.map((source) => ({ source, headers: [{ key: 'Content-Security-Policy', value: FILE_POLICY }] })),
    // Icons and link previews change at most with a release and keep their names. Other sites show them in link
    // previews.
    {
      source: '/:folder(icons|social)/:path*',
      headers: [
        { key: 'Cache-Control', value: 'public, max-age=86400' },
        { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
      ],
    },
    // Changes at most with a release and keeps its name.
    {
      source: '/geo/:path*',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
    },
    // Whoever knows the address of a shared cart, or the link of an auditor, can open it: it stays out of caches, search
    // engines and the Referer.
    ...['/shared-cart/:path*', '/auditor/:path*'].map((source) => ({
      source,
      headers: [
        { key: 'Cache-Control', value: 'private, no-store' },
        { key: 'Referrer-Policy', value: 'no-referrer' },
        NO_INDEX,
      ],
    })),
    // Pages of sponsors, administrators and offices, and redirects from them.
    ...['/dashboard/:path*', '/admin/:path*', '/office/:path*'].map((source) => ({
      source,
      headers: [{ key: 'Cache-Control', value: 'private, no-store' }, NO_INDEX],
    })),
    // Pages behind an id or reference of a person.
    ...['/waiting/:path+', '/adoptions/:path+', '/verify/:path+'].map((source) => ({ source, headers: [NO_INDEX] })),
  ],
};

export default config;
