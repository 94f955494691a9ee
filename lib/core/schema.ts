/** Validates a value from outside: any zod schema, or a schema of `schemaOf`. */
export type Schema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; data?: undefined };
};

/**
 * Makes a schema without zod, for code that public pages load: zod would be a seventh of their scripts.
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

/** Returns the fields of an object, unchecked; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export const isText = (value: unknown): value is string => typeof value === 'string';
