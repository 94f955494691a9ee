import * as fc from 'fast-check';
import { accepts, type Schema } from './description';

/** Strings are short, except those of the maximum length. */
const USUAL = 24;
const LINES = 4;

/** Generates values that a schema accepts. */
export function validOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => validOf({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return arrayOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema);
    default:
      return fc.constant({});
  }
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const { properties, additionalProperties: each, required = [] } = schema;
  if (properties) {
    const fields = Object.entries(properties).map(([key, field]) => [key, validOf(field)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }
  const of = typeof each === 'object' ? each : {};
  const keys = schema.propertyNames;
  if (keys?.format)
    return fc.dictionary(validOf(keys) as fc.Arbitrary<string>, validOf(of), {
      maxKeys: LINES,
      noNullPrototype: true,
    });
  // A map by ids: the entry contains the id that is its key.
  return fc
    .array(validOf(of), { minLength: schema.minProperties ?? 0, maxLength: LINES })
    .map((entries) =>
      Object.fromEntries(entries.map((entry, n) => [String((entry as { id?: unknown }).id ?? `key${n}`), entry])),
    );
}

function arrayOf({ items = {}, minItems = 0, maxItems = LINES }: Schema) {
  const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, LINES)) };
  return fc.array(validOf(items), limits);
}

function numberOf({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? -1000;
  const max = maximum ?? 1_000_000;
  const edges = fc.constantFrom(min, max);
  const whole = fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), 1_000_000) });
  if (type === 'integer') return fc.oneof({ arbitrary: whole, weight: 5 }, { arbitrary: edges, weight: 1 });
  const cents = whole.map((paise) => Math.max(min, paise / 100));
  return fc.oneof({ arbitrary: cents, weight: 5 }, { arbitrary: edges, weight: 1 });
}

const UPPER_HALF = fc.uuid().map((id) => id.toUpperCase());
const EMAIL = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9.]{0,8}[a-z0-9]$/), fc.stringMatching(/^[a-z]{2,8}\.(in|example)$/))
  .map(([box, host]) => `${box.replaceAll('..', '.')}@${host}`);

const DAY = fc
  .integer({ min: -20_000, max: 40_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

/** Samples for patterns that fast-check cannot generate; used if they match the pattern. */
const LIKELY = fc.oneof(
  EMAIL,
  fc.uuid(),
  fc.constantFrom('/', '/list', '/payment?step=2', '2024-02-29', '2026-11-21', '0123456789', '9876543210'),
  fc.stringMatching(/^[a-z0-9]{1,10}$/),
  fc.stringMatching(/^[1-9][0-9]{0,2}$/),
  fc.stringMatching(/^[0-9a-f]{64}$/),
);

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200, format } = schema;
  const fits = (text: string) => accepts(schema, text);
  if (format === 'uuid') return fc.oneof(fc.uuid(), UPPER_HALF).filter(fits);
  if (format === 'date') return DAY.filter(fits);
  const patterns = [schema.pattern, ...(schema.allOf ?? []).map(({ pattern }) => pattern)].filter(
    (p) => p !== undefined,
  );
  if (patterns.length > 0) return fc.oneof(...patterns.flatMap(matching), LIKELY).filter(fits);
  const words = fc.string({ unit: 'grapheme-composite', minLength, maxLength: Math.min(maxLength, minLength + USUAL) });
  const longest = fc.constantFrom('x', 'म').map((letter) => letter.repeat(maxLength));
  return fc
    .oneof({ arbitrary: words, weight: 8 }, { arbitrary: longest, weight: 1 })
    .filter((text) => fits(text) && !/[\0\p{Surrogate}]/u.test(text));
}

/** Returns nothing for the patterns that fast-check cannot read. */
function matching(pattern: string): fc.Arbitrary<string>[] {
  if (/\\p|\(\?!|\[!|\\0/.test(pattern)) return [];
  return [fc.stringMatching(new RegExp(pattern))];
}
