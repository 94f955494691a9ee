import en from './en/errors.json';
import { DEFAULT_LOCALE, pageLocale, type Locale } from './locale';

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** The stable codes of the API's errors: the keys of the catalogue's `errors`. */
export type ErrorCode = Paths<typeof en>;

/** All texts of errors in one language. */
export type ErrorTexts = typeof en;

const catalogues: Partial<Record<Locale, unknown>> = { en };

/** Makes the errors of another language known; it is called by whoever loads that language, so that others need not. */
export function registerErrors(locale: Locale, errors: ErrorTexts): void {
  catalogues[locale] = errors;
}

/**
 * The text of an error code with its placeholders filled. Error texts use plain {name} placeholders only.
 * @param locale the page's own language in a browser, English on the server unless told; while a server renders an island, `useErrorText` knows it
 */
export function errorText(
  code: ErrorCode,
  params: Record<string, string | number> = {},
  locale: Locale = pageLocale(),
): string {
  const text = textOf(code, catalogues[locale]) ?? textOf(code, catalogues[DEFAULT_LOCALE])!;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}

/** True for a string that is a known error code, e.g. the message of a failed zod check. */
export function isErrorCode(text: string): text is ErrorCode {
  return textOf(text, en) !== undefined;
}

function textOf(code: string, catalogue: unknown): string | undefined {
  const text = code
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        at && typeof at === 'object' && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined,
      catalogue,
    );
  return typeof text === 'string' ? text : undefined;
}
