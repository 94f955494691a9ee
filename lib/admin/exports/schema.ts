import { z } from 'zod';
import { EXPORT_RHYTHMS } from '@/db/schema/enums';
import { DOWNLOAD_KINDS } from '@/lib/platform/spreadsheet/schema';

/** The tables that can be sent by e-mail: all that administrators download with the filters of their page. */
const EXPORT_KINDS = [...DOWNLOAD_KINDS, 'report'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** The search parameter of a table's page that begins the download of the spreadsheet of this kind. */
export const DOWNLOAD_PARAM = 'download';

/** The body of POST /api/admin/exports. */
export const scheduleSchema = z.strictObject({
  kind: z.enum(EXPORT_KINDS).describe('The table'),
  query: z.string().max(4000).describe('The search parameters of its page'),
  every: z.enum(EXPORT_RHYTHMS).describe('Each day, Monday or first of the month'),
});
export type ScheduleInput = z.infer<typeof scheduleSchema>;

/** Its response. */
export const scheduledSchema = z.object({
  email: z.string().describe('Where it is sent'),
  next_on: z.iso.date().describe('The day in India of the first e-mail'),
});
