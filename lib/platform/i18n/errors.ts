import en from './en/errors.json';
import { DEFAULT_LOCALE, pageLocale, type Locale } from './locale';

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** The stable error codes of the API: the keys of `errors` in the message catalogue. */
export type ErrorCode = Paths<typeof en>;

/** All error messages in one language. */
export type ErrorTexts = typeof en;

const PLACEHOLDER = /\{(\w+)\}/g;

const catalogues: Partial<Record<Locale, unknown>> = { en };

/**
 * Registers the error messages of a language, or those that its pages show; called by the code that loads the language,
 * so that other pages do not load it.
 */
export function registerErrors(locale: Locale, errors: Partial<ErrorTexts>): void {
  catalogues[locale] = errors;
}

/**
 * Returns the message of an error code with its placeholders filled. Error messages use plain {name} placeholders only.
 * @param locale default: the page's language in a browser, English on the server; `useErrorText` passes it while the
 * server renders an island
 */
export function errorText(
  code: ErrorCode,
  params: Record<string, string | number> = {},
  locale: Locale = pageLocale(),
): string {
  const text = textOf(code, catalogues[locale]) ?? textOf(code, catalogues[DEFAULT_LOCALE])!;
  return text.replace(PLACEHOLDER, (placeholder, name: string) => String(params[name] ?? placeholder));
}

/** Whether every placeholder of the message of a code has a value. */
export const isFilled = (code: ErrorCode, params: Record<string, string | number> = {}): boolean =>
  [...textOf(code, en)!.matchAll(PLACEHOLDER)].every(([, name]) => name! in params);

/** True for a known error code, e.g. the message of a failed zod check. */
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
