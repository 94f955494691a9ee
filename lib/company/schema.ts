import { z } from 'zod';
import { COMPANY_KINDS } from '@/db/schema/enums';
import { optionalEmailSchema } from '@/lib/platform/fields';
import { PAN, taxNumber } from './tax-number';

const line = (max: number) => z.string().trim().max(max).optional();
const number = () => z.string().max(40).overwrite(taxNumber);

/**
 * A change of a company's record. Lists and shapes that may be incomplete are warnings (gstinWarning and cinWarning of
 * rules.ts), which refuse nothing. `version`: of the record that was read; with another one nothing is changed.
 */
export const companySchema = z.strictObject({
  legal_name: line(200),
  kind: z.enum(['', ...COMPANY_KINDS]).optional(),
  /** Of an LLP: its LLPIN. */
  cin: number()
    .regex(/^[A-Z0-9-]{0,25}$/, 'paper.cin_invalid')
    .optional(),
  pan: number().regex(PAN, 'paper.pan_invalid').optional(),
  gstin: number()
    .regex(/^[A-Z0-9]{0,20}$/, 'paper.gstin_invalid')
    .optional(),
  address: line(500),
  csr_contact: line(200),
  papers_email: optionalEmailSchema(254, { tooLong: 'sponsor.too_long', invalid: 'sponsor.email_invalid' }).optional(),
  plants: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  version: z.int().min(0).optional(),
});
export type CompanyInput = z.infer<typeof companySchema>;

/** The body of PUT /api/company/details: a form that has read the record. */
export const companyFormSchema = companySchema.required({ version: true });

/** Its response. */
export const companySavedSchema = z.object({ version: z.int().min(0) });

/** What is known of a company; '' and no plants: not given. */
export type Company = Required<Omit<CompanyInput, 'version'>>;

/** A company as it was read. */
export type CompanyDetails = Company & { version: number };

/** Whether papers show a field. */
export const IS_PRINTED = {
  legal_name: true,
  kind: true,
  cin: true,
  pan: true,
  gstin: true,
  address: true,
  csr_contact: true,
  papers_email: false,
  plants: false,
} as const satisfies Record<keyof Company, boolean>;
type PrintedField = {
  [Field in keyof Company]: (typeof IS_PRINTED)[Field] extends true ? Field : never;
}[keyof Company];

/** What papers show of a company, and the number of its order; what was not given is absent. */
export type PrintedCompany = Partial<Record<PrintedField | 'purchase_order', string>>;
