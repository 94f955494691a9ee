import { isUuid } from './uuid';

/** Validates a value from outside: any zod schema, or one of the small schemas below. */
export type Schema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; data?: undefined };
};

/*
 * Small schemas for code that public pages load: zod would be a seventh of their scripts.
 */

/**
 * Makes a schema of a function.
 * @param read returns undefined for an invalid value
 */
export function schemaOf<T>(read: (value: unknown) => T | undefined): Schema<T> {
  return {
    safeParse: (value) => {
      const data = read(value);
      return data === undefined ? { success: false } : { success: true, data };
    },
  };
}

/** Makes a schema of a check. */
export const checked = <T>(isValid: (value: unknown) => value is T): Schema<T> =>
  schemaOf((value) => (isValid(value) ? value : undefined));

export const isText = (value: unknown): value is string => typeof value === 'string';

export const text = checked(isText);
export const uuid = checked(isUuid);
export const number = checked((value): value is number => Number.isFinite(value));
export const boolean = checked((value) => typeof value === 'boolean');

export const oneOf = <const T extends string | number | boolean>(values: readonly T[]): Schema<T> =>
  checked((value): value is T => values.some((each) => each === value));

export const nullable = <T>(schema: Schema<T>): Schema<T | null> => orElse(null, schema);
export const optional = <T>(schema: Schema<T>): Schema<T | undefined> => orElse(undefined, schema);

const orElse = <T, Nothing>(nothing: Nothing, schema: Schema<T>): Schema<T | Nothing> => ({
  safeParse: (value) => (value === nothing ? { success: true, data: nothing } : schema.safeParse(value)),
});

/** An object with these fields, which may have zod schemas as well; drops other fields. */
export const object = <T extends object>(fields: { [Name in keyof T]: Schema<T[Name]> }): Schema<T> =>
  schemaOf((value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const input = fieldsOf(value);
    const read: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries<Schema<unknown>>(fields)) {
      const { success, data } = schema.safeParse(input[name]);
      if (!success) return undefined;
      if (data !== undefined) read[name] = data;
    }
    return read as T;
  });

/** Returns the fields of an object, unchecked; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
