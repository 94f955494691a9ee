import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core';
import formatMessage from 'use-intl/format-message';
import { AREAS, type Area } from './areas';
import { mayShowError } from './error-codes';
import { CATALOGUES } from './catalogues';
import { parsedTexts } from './compile';
import type en from './en';
import { errorText, registerErrors, type ErrorCode, type ErrorTexts } from './errors';
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, LOCALES, type Locale } from './locale';
import { acceptedLocale } from './request';

for (const locale of LOCALES) registerErrors(locale, CATALOGUES[locale].errors);

type Namespace = NamespaceKeys<typeof en, NestedKeyOf<typeof en>>;
type Root = keyof typeof en;

const parsed = new Map<string, unknown>();

/**
 * Returns one file of a language's messages in the form that the formatter reads: in a Next.js build it reads parsed
 * messages (next.config.mjs).
 */
function readable<R extends Root>(locale: Locale, root: R): (typeof en)[R] {
  const texts = CATALOGUES[locale][root];
  if (formatMessage.raw) return texts;
  const key = `${locale}.${root}`;
  if (!parsed.has(key)) parsed.set(key, parsedTexts(texts));
  return parsed.get(key) as (typeof en)[R];
}

/** Translators by language and namespace: making one takes as long as many translations. */
const translators = new Map<string, unknown>();

/** Returns a translator for a given language, for documents, messages, administrators' pages and API responses. */
export function getTranslator<N extends Namespace>(locale: Locale, namespace: N): Translator<N> {
  const key = `${locale} ${namespace}`;
  if (!translators.has(key)) translators.set(key, makeTranslator(locale, namespace));
  return translators.get(key) as Translator<N>;
}

type Translator<N extends Namespace> = ReturnType<typeof makeTranslator<N>>;

function makeTranslator<N extends Namespace>(locale: Locale, namespace: N) {
  const root = namespace.split('.')[0] as Root;
  return createTranslator<typeof en, N>({
    // Indian grouping of numbers in both languages.
    locale: `${locale}-IN` as Locale,
    messages: { [root]: readable(locale, root) } as typeof en,
    namespace,
    timeZone: 'Asia/Kolkata',
  });
}

/**
 * Returns a translator for the visitor's language, for server components and metadata; client islands use
 * `useTranslations` of use-intl.
 */
export async function getTranslations<N extends Namespace>(namespace: N) {
  return getTranslator(await getLocale(), namespace);
}

/**
 * Returns the message of an error code in the visitor's language, for server components; client islands use
 * `useErrorText`.
 */
export async function getErrorText(code: ErrorCode, params: Record<string, string | number> = {}): Promise<string> {
  return errorText(code, params, await getLocale());
}

/** Returns the messages that the client islands of an area need. */
export function areaMessages(locale: Locale, area: Area): Partial<typeof en> {
  const messages: Record<string, unknown> = {};
  for (const namespace of AREAS[area]) {
    const [root, group] = namespace.split('.') as [Root, string?];
    const texts: Readonly<Record<string, unknown>> = readable(locale, root);
    messages[root] = group === undefined ? texts : { ...(messages[root] ?? {}), [group]: texts[group] };
  }
  return messages;
}

/** Returns the messages of an area; `errors` only for a language whose errors browsers do not have. */
export function areaTexts(locale: Locale, area: Area): { messages: Partial<typeof en>; errors?: Partial<ErrorTexts> } {
  const messages = areaMessages(locale, area);
  if (locale === DEFAULT_LOCALE) return { messages };
  const groups = Object.entries(CATALOGUES[locale].errors).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).filter(([name]) => mayShowError(`${group}.${name}`, area))),
  ]);
  return { messages, errors: Object.fromEntries(groups) as Partial<ErrorTexts> };
}

/** Returns the names of course types and places in a language; lib/catalogue/localized-names.ts looks them up. */
export const nameTexts = (locale: Locale) => CATALOGUES[locale].names;

const page = cache((): { locale?: Locale } => ({}));

/** Returns the language of the page being rendered: the visitor's choice, else the best accepted one. */
export async function getLocale(): Promise<Locale> {
  return (page().locale ??= await visitorLocale());
}

/**
 * Renders the rest of this page in a given language, regardless of the visitor's choice: administrators' pages are
 * English.
 */
export function fixLocale(locale: Locale): void {
  page().locale = locale;
}

async function visitorLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return isLocale(chosen) ? chosen : acceptedLocale((await headers()).get('accept-language'));
}
