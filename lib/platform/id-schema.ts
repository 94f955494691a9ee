import { z } from 'zod';
import type { ErrorCode } from '@/lib/platform/i18n/errors';

/**
 * Returns the schema of an id: a UUID, in lower case as the database writes it. Otherwise one record would have several
 * names wherever ids are compared, counted or stored as text.
 * @param error the code for anything else
 */
// eslint-disable-next-line no-restricted-syntax
export const idSchema = (error?: ErrorCode) => z.uuid(error && { error }).toLowerCase();
