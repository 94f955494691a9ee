import en from './en/errors.json';

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** The stable codes of the API's errors: the keys of the catalogue's `errors`. */
export type ErrorCode = Paths<typeof en>;

/** The English text of an error code with its placeholders filled. Error texts use plain {name} placeholders only. */
export function errorText(code: ErrorCode, params: Record<string, string | number> = {}): string {
  const text = code.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], en) as string;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}

/** True for a string that is a known error code, e.g. the message of a failed zod check. */
export function isErrorCode(text: string): text is ErrorCode {
  const node = text
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        at && typeof at === 'object' && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined,
      en,
    );
  return typeof node === 'string';
}
