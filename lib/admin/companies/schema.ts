import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { COMPANY_KINDS } from '@/db/schema/enums';
import { companySchema } from '@/lib/company/schema';
import { lineSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';

/** The fields that administrators correct at once for everything of a company; its people state the others. */
export const CORRECTED_FIELDS = ['legal_name', 'kind', 'cin', 'pan', 'gstin', 'address'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

/** What two companies that are joined may have different. */
const DIFFERING = ['name', ...CORRECTED_FIELDS] as const;

const apply = z
  .strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), reason: reasonSchema })
  .nullable()
  .describe('The digest of the check to apply, and why; null checks only');

const key = z.string().regex(/^(domain:[^\s:]{1,253}|(user|adoption):[0-9a-f-]{36})$/);

/** The body of POST /api/admin/companies/{companyId}: what is checked, or carried out. */
export const companyChangeSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('join'),
    into: idSchema('company.unknown').describe('Id of the company that it becomes a part of'),
    only: z
      .string()
      .trim()
      .max(254)
      .default('')
      .describe('The reference of an adoption, or the e-mail address of an account, to join it alone'),
    apply,
  }),
  z.strictObject({
    action: z.literal('part'),
    keys: z
      .array(key)
      .min(1, { error: 'company.none_chosen' })
      .max(1000)
      .describe('What leaves, as the check of a join names it'),
    apply,
  }),
  z.strictObject({
    action: z.literal('correct'),
    name: lineSchema(200, { required: 'sponsor.company_required', tooLong: 'sponsor.too_long' }),
    legal_name: companySchema.shape.legal_name.unwrap(),
    kind: z.enum(['', ...COMPANY_KINDS]),
    cin: companySchema.shape.cin.unwrap(),
    pan: companySchema.shape.pan.unwrap(),
    gstin: companySchema.shape.gstin.unwrap(),
    address: companySchema.shape.address.unwrap(),
    apply,
  }),
]);
export type CompanyChange = z.output<typeof companyChangeSchema>;

/** What a change concerns: the response without `apply`. */
export const companyDryRunSchema = z.object({
  /** The keys that move (company_keys), and what they are called. */
  keys: z.array(z.object({ key: z.string(), name: z.string() })),
  adoptions: z.int(),
  seats: z.int(),
  accounts: z.int(),
  /** Of the adoptions, in rupees. */
  received: z.string(),
  /** Papers that go along, or that are issued again. */
  papers: z.int(),
  /** The numbers of some papers that are issued again. */
  serials: z.array(z.string()),
  /** The records of accounts and adoptions that are written. */
  records: z.int(),
  /** What is not the same here and there, or before and afterwards; some values of each. */
  differs: z.array(z.object({ field: z.enum(DIFFERING), here: z.array(z.string()), there: z.array(z.string()) })),
  digest: z.string(),
});
export type CompanyDryRun = z.infer<typeof companyDryRunSchema>;
