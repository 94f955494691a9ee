import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint';
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
    const described: readonly string[] = endpoint.errors?.[400]?.codes ?? [];
    return (
      schemasOf(endpoint)
        .flatMap((schema) => [...codesOf(schema)])
        // Every description has request.invalid.
        .filter((code) => code !== 'request.invalid' && !described.includes(code))
        .map((code) => `${endpoint.id}: ${code}`)
    );
  });
  expect(missing).toEqual([]);
});
