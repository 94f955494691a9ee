import type { NextConfig } from 'next';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
];

/** Opened by path at run time (lib/document/fonts.ts), so a deployed bundle has to be told of them. */
const documentFonts = [
  './node_modules/@fontsource/mukta/files/mukta-*-{400,600}-normal.woff',
  './node_modules/@fontsource/anek-devanagari/files/anek-devanagari-*-700-normal.woff',
  './lib/document/faces/*.woff',
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
  // Texts are parsed by the server (lib/text/compile.ts): what reads messages in a browser is a tenth of what parses them.
  turbopack: { resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // Title, description and address stand in the head for everybody, instead of being streamed into the body: they wait for one query.
  htmlLimitedBots: /./,
  images: { remotePatterns: [] },
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // Icons and pictures of links; they change with a release at most, and their names stay.
    { source: '/:folder(icons|social)/:path*', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400' }] },
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
