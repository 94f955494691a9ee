import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { _createCache, _createIntlFormatters } from 'use-intl/core';
import format from 'use-intl/format-message';
import formatParsed from '@/lib/platform/format-message';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogues';
import { parsedTexts } from './compile';
import { ENGLISH_ONLY } from './en';

type Texts = { [key: string]: string | Texts };
type Values = Record<string, unknown>;

function leaves(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leaves(text, `${path}${key}.`),
  );
}

/** Returns arguments for a message: the number for all values, an HTML element for every tag. */
function valuesFor(parts: MessageFormatElement[], number: number): Values {
  return Object.assign(
    {},
    ...parts.map((part): Values => {
      if (part.type === TYPE.literal || part.type === TYPE.pound) return {};
      if (part.type === TYPE.tag)
        return {
          ...valuesFor(part.children, number),
          [part.value]: (chunks: ReactNode) => createElement('b', { title: part.value }, chunks),
        };
      if (part.type !== TYPE.plural && part.type !== TYPE.select) return { [part.value]: number };
      return Object.assign(
        { [part.value]: number },
        ...Object.values(part.options).map(({ value }) => valuesFor(value, number)),
      ) as Values;
    }),
  ) as Values;
}

test.each(Object.entries(CATALOGUES))(
  'A message in %s renders the same when parsed at build time or at run time',
  (locale, catalogue) => {
    const cache = _createCache();
    const options = {
      cache,
      formatters: _createIntlFormatters(cache),
      locale: `${locale}-IN`,
      timeZone: 'Asia/Kolkata',
    };
    const render = (node: ReactNode) => renderToStaticMarkup(createElement(Fragment, null, node));
    const other = leaves(catalogue).flatMap(([key, text]) =>
      [0, 1, 2, 1_23_45_678].flatMap((number) => {
        const values = valuesFor(parse(text), number) as Parameters<typeof format>[2];
        const [read, ahead] = [
          format(key, text, values, options),
          formatParsed(key, parsedTexts(text), values, options),
        ];
        return render(read) === render(ahead) ? [] : [`${key}: ${render(read)} / ${render(ahead)}`];
      }),
    );
    expect(other).toEqual([]);
  },
);

/** Names, abbreviations and examples that are the same in Hindi. */
const LATIN = new Set(
  (
    'Seat Adoption CSR VII Excel SMS PDF CSV XLS XLSX JSON API QR TDS PAN GSTIN IFSC NEFT RTGS IMPS UPI TEST km paise id x C P F E ZV ' +
    'AAPFU AAACN CIN LLPIN L MH PLC PTC AAA tcs.com OpenStreetMap GeoNames JavaScript Enter CC BY India Post Idempotency-Key'
  ).split(' '),
);

/** The registered sentence of an SMS, and names of columns and fields. */
const NAMED_IN_ENGLISH = ['message.code.sms', 'errors.otp.draft_required', 'sitePages.ownData.sections.adoptions'];

test.each(Object.entries(CATALOGUES))(
  'B3 a text in %s says everything with its values: no brace is left, and nothing in English',
  (locale, catalogue) => {
    const cache = _createCache();
    const options = {
      cache,
      formatters: _createIntlFormatters(cache),
      locale: `${locale}-IN`,
      timeZone: 'Asia/Kolkata',
    };
    const isEnglish = locale === 'en';
    const wrong = leaves(catalogue).flatMap(([key, text]) =>
      [0, 1, 2].flatMap((number) => {
        const values = valuesFor(parse(text), number) as Parameters<typeof format>[2];
        const node = createElement(Fragment, null, formatParsed(key, parsedTexts(text), values, options));
        const rendered = renderToStaticMarkup(node).replace(/<[^>]*>|&[#\w]+;/g, ' ');
        const latin = [...rendered.matchAll(/[A-Za-z][A-Za-z.-]*[A-Za-z]|[A-Za-z]/g)].map(([word]) => word);
        const isTranslated = isEnglish || key.split('.')[0]! in ENGLISH_ONLY || NAMED_IN_ENGLISH.includes(key);
        const english = isTranslated ? [] : latin.filter((word) => !LATIN.has(word));
        const faults = [...(/[{}]|undefined|NaN/.exec(rendered) ?? []), ...english];
        return faults.map((fault) => `${key} with ${number}: ${fault}`);
      }),
    );
    expect([...new Set(wrong)]).toEqual([]);
  },
);

test('plain text stays a string, and everything can be sent to a client', () => {
  expect(parsedTexts({ a: 'seats', b: { c: '{count, plural, one {# seat} other {# seats}}' } })).toStrictEqual({
    a: 'seats',
    b: { c: [['count', expect.any(Number), { one: expect.anything(), other: expect.anything() }]] },
  });
});
