import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_STATUS, isRefusalCode } from '@/lib/platform/i18n/error-codes';
import { errorsOf, type Endpoint } from './endpoint';
import { ENDPOINTS } from './endpoints';

/** Returns the error codes that the checks of a schema, and of everything in it, name. */
function codesOf(schema: z.ZodType): Set<string> {
  const codes = new Set<string>();
  const note = ({ error }: { error?: unknown }) => {
    if (typeof error !== 'function') return;
    for (const input of [undefined, '', 'x']) {
      const said = (error as z.core.$ZodErrorMap)({ input } as never);
      // A schema of codes says another one if a value is missing than if it is wrong.
      if (said) codes.add(typeof said === 'string' ? said : said.message);
    }
  };
  const visit = ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) => {
    note(zodSchema._zod.def);
    for (const check of zodSchema._zod.def.checks ?? []) note(check._zod.def);
  };
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: visit });
  return codes;
}

const schemasOf = ({ query, body }: Endpoint) =>
  [query, body && body.kind !== 'file' ? body.schema : undefined].filter((schema) => schema !== undefined);

test('the description of each endpoint has the error codes of its query and body', () => {
  const missing = ENDPOINTS.flatMap((endpoint) => {
    const described: readonly string[] = [...errorsOf(endpoint).values()].flatMap(({ codes }) => codes);
    return schemasOf(endpoint)
      .flatMap((schema) => [...codesOf(schema)])
      .filter((code) => !described.includes(code))
      .map((code) => `${endpoint.id}: ${code}`);
  });
  expect(missing).toEqual([]);
});

test('the status of an error code is in the table alone', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'lib'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && file !== 'lib/platform/i18n/error-codes.ts');
  const named = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const places = source.matchAll(/new HttpError\(\s*\d|'[a-z_]+\.[a-z_]+': [45]\d\d\b|\b[45]\d\d: \{ codes/g);
    return [...places].map(([place]) => `${file}: ${place}`);
  });
  expect(named).toEqual([]);
});

test('an invalid id in a path is answered 404', () => {
  const others = ENDPOINTS.flatMap(({ id, params }) =>
    [...(params ? codesOf(params) : [])]
      .filter(isRefusalCode)
      .filter((code) => ERROR_STATUS[code] !== 404)
      .map((code) => `${id}: ${code}`),
  );
  expect(others).toEqual([]);
});
