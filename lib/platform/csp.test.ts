import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { errorThemeCss } from 'next/dist/client/components/builtin/error-styles';
import { describe, expect, test } from 'vitest';
import { config } from 'zod';
import { pagePolicy } from './csp';
import { FILE_POLICY } from './file-policy.mjs';

const production = { nonce: 'AAAA', pictures: [], calls: [], https: true, development: false };

/** Returns the directives of a policy with their sources. */
function linesOf(policy: string): Record<string, string[]> {
  const lines = policy.split('; ').map((line) => line.split(' '));
  return Object.fromEntries(lines.map(([name, ...sources]) => [name!, sources]));
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('security 54: the policy of a page', () => {
  test('runs only scripts with the nonce of this response, and those they load', () => {
    expect(linesOf(pagePolicy(production))['script-src']).toEqual(["'nonce-AAAA'", "'strict-dynamic'"]);
  });

  test('in production has none of the development sources', () => {
    const policy = pagePolicy(production);
    expect(policy).not.toMatch(/unsafe-eval|unsafe-hashes|ws:|\*/);
    // Inline style attributes are the only inline content allowed.
    expect(policy.match(/\S+ 'unsafe-inline'/g)).toEqual(["style-src-attr 'unsafe-inline'"]);
  });

  test('cannot be framed, posts to itself, has no plugins, workers and <base>', () => {
    expect(linesOf(pagePolicy(production))).toMatchObject({
      'default-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
      'worker-src': ["'none'"],
      'base-uri': ["'none'"],
    });
  });

  test('allows other sites by origin only, and only configured ones', () => {
    const lines = linesOf(
      pagePolicy({
        ...production,
        pictures: ['https://tiles.example/{z}/{x}/{y}.png'],
        calls: ['https://maps.example:8443/a;script-src *;/d.geojson?x=1'],
      }),
    );
    expect(lines['img-src']).toEqual(["'self'", 'data:', 'https://tiles.example']);
    expect(lines['connect-src']).toEqual(["'self'", 'https://maps.example:8443']);
    expect(linesOf(pagePolicy(production))['connect-src']).toEqual(["'self'"]);
  });

  test('upgrades to https only if the site uses it', () => {
    expect(pagePolicy(production)).toMatch(/; upgrade-insecure-requests$/);
    expect(pagePolicy({ ...production, https: false })).not.toContain('upgrade');
  });

  test('allows reloading in development: eval, inline styles without a nonce that would disable them, a web socket', () => {
    const lines = linesOf(pagePolicy({ ...production, development: true }));
    expect(lines['script-src']).toContain("'unsafe-eval'");
    expect(lines['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(lines['connect-src']).toContain('ws:');
  });

  test('has the hashes of the style sheets that libraries insert', () => {
    const sonner = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8');
    const [, sheet] = /__insertCSS\((".*")\)/.exec(sonner.replace(/\\'/g, "'")) ?? [];
    const hashes = linesOf(pagePolicy(production))['style-src']!.filter((source) => source.startsWith("'sha256-"));
    expect(hashes).toEqual([hashOf(JSON.parse(sheet!) as string), hashOf(''), hashOf(errorThemeCss)]);
  });
});

test('security 54: an answer that is no page may load and run nothing, and be framed nowhere', () => {
  expect(linesOf(FILE_POLICY)).toEqual({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
});

test('security 54: zod reads from the global that lib/platform/csp-client.ts sets', () => {
  expect(config()).toBe(globalThis.__zod_globalConfig);
});
