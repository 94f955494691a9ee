import type { NextConfig } from 'next';
import { FILE_POLICY } from './lib/core/csp';

/** What every answer says; pages get their Content-Security-Policy and Strict-Transport-Security from proxy.ts. */
const everyAnswer = [
  // A JSON answer or a picture is never taken for a page or a script.
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // No other site draws an answer into its own page, from where side channels could read it.
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];

/** What is about windows and documents. Scripts and styles go without: a page loads a dozen, each with its headers, over slow networks. */
const documents = [
  // frame-ancestors of the policy, for browsers that do not know it.
  { key: 'X-Frame-Options', value: 'DENY' },
  // The server of the map's tiles wants to know whose map it is; no other site learns an address of ours.
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  // A page that opened ours, or that ours opened, holds no handle on its window.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  // Nothing of it is used; a script that came in after all could not use it either.
  {
    key: 'Permissions-Policy',
    value: ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb']
      .map((feature) => `${feature}=()`)
      .join(', '),
  },
];

/** What is no page, in two patterns; the matcher of proxy.ts names the same (app/headers.test.ts). */
const FILES = [
  '/:folder(api|geo|icons|social|_next/static)/:path*',
  '/:file(apple-icon\\.png|favicon\\.ico|icon\\.svg|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml)',
];

/** Opened by path at run time (lib/document/fonts.ts), so a deployed bundle has to be told of them. */
const documentFonts = [
  './node_modules/@fontsource/mukta/files/mukta-*-{400,600}-normal.woff',
  './node_modules/@fontsource/anek-devanagari/files/anek-devanagari-*-700-normal.woff',
  './lib/document/font-files/*.woff',
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Loaded from node_modules at run time: the PDF renderer carries its own React reconciler, argon2 is a native module.
  serverExternalPackages: ['postgres', 'drizzle-orm', '@react-pdf/renderer', '@node-rs/argon2'],
  outputFileTracingIncludes: {
    '/api/user/generate-pdf': documentFonts,
    '/api/billing/*/{summary,receipt}': documentFonts,
  },
  // Texts are parsed by the server (lib/i18n/compile.ts): what reads messages in a browser is a tenth of what parses them.
  turbopack: { resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // Title, description and address stand in the head for everybody, instead of being streamed into the body: they wait for one query.
  htmlLimitedBots: /./,
  // No page uses the optimiser, and it logs addresses as they come (security 65): /_next/image answers 404.
  images: { unoptimized: true },
  headers: async () => [
    { source: '/:path*', headers: everyAnswer },
    { source: '/((?!_next/static/).*)', headers: documents },
    ...FILES.map((source) => ({ source, headers: [{ key: 'Content-Security-Policy', value: FILE_POLICY }] })),
    // Icons and pictures of links; they change with a release at most, and their names stay. Other sites show them beside a link.
    {
      source: '/:folder(icons|social)/:path*',
      headers: [
        { key: 'Cache-Control', value: 'public, max-age=86400' },
        { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
      ],
    },
    // Changes with a release at most, and its name stays.
    {
      source: '/geo/:path*',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
    },
    // A sponsor's own pages and the administrators', and redirects in their place (security 37).
    { source: '/dashboard/:path*', headers: [{ key: 'Cache-Control', value: 'private, no-store' }] },
    { source: '/admin/:path*', headers: [{ key: 'Cache-Control', value: 'private, no-store' }] },
  ],
};

export default config;
