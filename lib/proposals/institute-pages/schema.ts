import { z } from 'zod';
import { parseContact, parseWebsite } from '@/lib/catalogue/institute-details';
import { MAX_INSTITUTE_TEXT, TEXT_FIELDS, type TextField } from '@/lib/catalogue/institute-texts';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { idSchema } from '@/lib/platform/id-schema';
import { tidyLine } from '@/lib/platform/invisible-characters';

const TEXT = { error: 'institute.text_long' } as const;

/** A text of several lines: tidy ones, of which at most one in a row is empty. */
const tidyText = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(tidyLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const textSchema = z
  .string(TEXT)
  .max(5 * MAX_INSTITUTE_TEXT, TEXT)
  .overwrite(tidyText)
  .max(MAX_INSTITUTE_TEXT, TEXT)
  .transform((text) => text || null);

/** A detail as typed, null for an empty text. @param accepts what else it has to be */
const detail = (
  parse: (text: string) => { ok: true; value: string | null } | { ok: false },
  error: ErrorCode,
  accepts: (value: string) => boolean = () => true,
) =>
  z.string({ error }).transform((text, context): string | null => {
    const parsed = parse(text);
    if (parsed.ok && (parsed.value === null || accepts(parsed.value))) return parsed.value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, textSchema])) as Record<
  TextField,
  typeof textSchema
>;

/** The body of PUT /api/office/institutes/{instituteId}/page: everything that an office says on the page of its institute. */
export const institutePageSchema = z.strictObject({
  ...texts,
  email: detail(parseContact, 'institute.email', (value) => value.includes('@')),
  phone: detail(parseContact, 'institute.phone', (value) => !value.includes('@')),
  website: detail(parseWebsite, 'institute.website'),
  version: z.string().min(1).max(64).describe('Of the institute, as the page has it'),
});

/** What an office says on the page of its institute; null where it says nothing. */
export type PageContent = Omit<z.infer<typeof institutePageSchema>, 'version'>;
export const PAGE_FIELDS = [
  ...TEXT_FIELDS,
  'email',
  'phone',
  'website',
] as const satisfies readonly (keyof PageContent)[];

/** The body of POST /api/admin/institutes/{instituteId}/page: the entry of the audit log before which the page was as wanted. */
export const undoPageSchema = z.strictObject({
  before_entry: z.int().min(1),
  version: z.string().min(1).max(64),
});

export const ofInstitute = z.object({ instituteId: idSchema('institute.not_found') });
