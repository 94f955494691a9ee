import { z } from 'zod';
import { ENTRY_STATES } from '@/db/schema/enums';
import { noteSchema, reasonSchema } from '@/lib/accounts/audit-log/schema';
import { companySchema } from '@/lib/company/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { agreementSchema, keptLinesSchema } from '@/lib/admin/reservations/schema';
import { sponsorSchema } from '@/lib/adoption/core/schema';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';
import type { Sponsor } from '@/lib/adoption/core/schema';

/** A field of the sponsor that a paper may lack. */
const optionalText = z.string().trim().max(120, { error: 'sponsor.too_long' }).default('');

const entryFields = {
  ...sponsorSchema.shape,
  designation: optionalText,
  industry: optionalText,
  locale: z.enum(LOCALES).describe('Language of the e-mails to the company'),
  paper_reference: noteSchema(120)
    .min(2, { error: 'entry.paper_required' })
    .describe('What names the paper or the call, such as a number and a day'),
  note: noteSchema(500).default('').describe('For administrators'),
  /** What papers print of the company. */
  details: z
    .strictObject({
      legal_name: companySchema.shape.legal_name,
      kind: companySchema.shape.kind,
      cin: companySchema.shape.cin,
      pan: companySchema.shape.pan,
      gstin: companySchema.shape.gstin,
      address: companySchema.shape.address,
    })
    .optional(),
  company_id: idSchema('company.unknown').optional().describe('The known company; absent: a new one'),
  scan_id: idSchema('entry.scan_gone').optional().describe('Of a scan that was uploaded and not used yet'),
  lines: keptLinesSchema,
};

/** The body of POST /api/admin/entries: seats for a company, which a second administrator confirms; adopted then, or kept until a day. */
export const seatsForCompanySchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('adopt'), ...entryFields }),
  z.strictObject({
    how: z.literal('keep'),
    ...agreementSchema.omit({ reason: true }).shape,
    paper_reference: entryFields.paper_reference,
    note: entryFields.note,
    scan_id: entryFields.scan_id,
  }),
]);

/** An adoption that came on paper or by telephone. */
export type Entry = Omit<Extract<z.output<typeof seatsForCompanySchema>, { how: 'adopt' }>, 'how'>;

const version = z.int().min(0);

/** The body of PATCH /api/admin/entries/{entryId}. `version` is that of the page. */
export const entryActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('confirm'), version, reason: reasonSchema }),
  z.strictObject({ action: z.literal('refuse'), version, reason: reasonSchema }),
  z.strictObject({ action: z.literal('correct'), version, ...entryFields }),
]);

/** The entries, those that wait first, then the newest: search and filter. */
export const ENTRY_LIST = defineList('/admin/entries', {
  /** A part of the company, the e-mail address, or the reference of the paper. */
  q: queryText.optional(),
  state: z.enum(ENTRY_STATES).optional(),
});
export type EntryFilter = FilterOf<typeof ENTRY_LIST>;

/** An entry as administrators see it; amounts in paise. */
export type ShownEntry = {
  id: string;
  state: (typeof ENTRY_STATES)[number];
  version: number;
  sponsor: Sponsor;
  locale: Locale;
  paperReference: string;
  note: string;
  /** What papers of the adoption print of the company. */
  details: Readonly<Record<string, string>>;
  scanId: string | null;
  lines: ShownEntryLine[];
  totalPaise: number;
  /** Until when its seats are kept, while it waits; null if they are not, or if other reservations of the company have them. */
  keptUntil: Date | null;
  /** Whether their time is over. */
  isOver: boolean;
  enteredBy: string;
  enteredAt: Date;
  decidedBy: string;
  decidedAt: Date | null;
  answer: string;
  /** Of the adoption; null unless it is confirmed. */
  reference: string | null;
  /** Whether the reader entered it, so that somebody else has to confirm it. */
  needsOther: boolean;
};

/** `pricePaise` as the company was told, `nowPaise` the present price. */
type ShownEntryLine = {
  id: string;
  course: string;
  session: string;
  studyYear: number;
  seats: number;
  pricePaise: number;
  nowPaise: number;
};
