import type { NextConfig } from 'next';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Loaded from node_modules at run time: the limiter finds drizzle by name, the PDF renderer carries its own React reconciler.
  serverExternalPackages: ['postgres', 'drizzle-orm', 'rate-limiter-flexible', '@react-pdf/renderer'],
  images: { remotePatterns: [] },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
};

export default config;
