import { z } from 'zod';

/**
 * A reference as typed by a reader: any case, surrounding spaces, letters instead of similar digits. The output is
 * normalised.
 */
export const referenceSchema = z
  .string()
  .trim()
  .toUpperCase()
  .max(40)
  .regex(/^[A-Z0-9-]+$/)
  .overwrite((typed) => typed.replaceAll('O', '0').replace(/[IL]/g, '1'));
