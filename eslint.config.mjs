import next from 'eslint-config-next/core-web-vitals';
import typescript from 'eslint-config-next/typescript';
import { translatedText } from './scripts/lib/translated-text.mjs';

const nextLink = { name: 'next/link', importNames: ['default'], message: 'Use components/platform/ui/link.' };

const config = [
  { ignores: ['.next/**', '.data/**', 'node_modules/**', 'next-env.d.ts', 'test-results/**', 'playwright-report/**'] },
  ...next,
  ...typescript,
  {
    plugins: { product: { rules: { 'translated-text': translatedText } } },
    rules: {
      'product/translated-text': 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-imports': ['error', { paths: [nextLink] }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'lib/platform/unicode.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="normalize"]',
          message: 'Use normalized of lib/platform/unicode, whose time is bounded.',
        },
        {
          selector: 'CallExpression[callee.object.name="z"][callee.property.name="uuid"]',
          message: 'Use idSchema of lib/platform/id-schema, whose ids have one spelling.',
        },
      ],
    },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            nextLink,
            { name: '@/db/client', importNames: ['sql'], message: 'Use db(), and sql of drizzle-orm.' },
            { name: 'postgres', message: 'Use db() of db/client.' },
          ],
        },
      ],
    },
  },
  {
    files: ['scripts/**', 'testing/**', 'lib/platform/log.ts', 'lib/platform/console*.ts'],
    rules: { 'no-console': 'off' },
  },
  // No React there: Playwright fixtures only look like hooks.
  { files: ['db/**', 'e2e/**', 'testing/**', '**/*.db.test.ts'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
];

export default config;
