import { MAX_INSTALMENTS } from '@/lib/platform/limits';
import { REMINDER_DAYS } from '@/lib/platform/reminder-days';
import { readColumns } from '@/lib/platform/bank-columns';
import { PAN, taxNumber } from '@/lib/company/tax-number';
import { z } from 'zod';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';

const line = (max: number) => z.string().trim().max(max);
/** Text in every language; where one is empty, writtenIn returns another. */
const bothLanguages = (max: number) => {
  const texts = LOCALES.map((locale) => [locale, line(max).default('')]);
  return z.object(Object.fromEntries(texts) as Record<Locale, z.ZodDefault<z.ZodString>>).prefault({});
};

/** Returns a text in a language, or in the first other one that it was written in; empty if in none. */
export const writtenIn = (locale: Locale, texts: Record<Locale, string>): string =>
  [locale, ...LOCALES].map((each) => texts[each]).find((text) => text !== '') ?? '';

/** Settings of the administration by group; the defaults apply until an administrator saves the group. */
export const settingsSchemas = {
  /** Terms of pledges and transfers, in days. */
  terms: z.object({
    /** Days until a public pledge lapses if nobody pays; null: never. */
    pledgeDays: z.number().int().min(1).max(3650).nullable().default(null),
    /** Days for which a bank transfer from the dashboard reserves seats. */
    transferDays: z.number().int().min(1).max(365).default(7),
    /** Working days within which a transfer that a sponsor has told is confirmed; pages promise it. */
    confirmDays: z.number().int().min(1).max(30).default(3),
    /** In how many monthly parts a sponsor may pay a pledge that has a term, at most; 1: at once. */
    maxInstalments: z.number().int().min(1).max(MAX_INSTALMENTS).default(1),
    /** Hours for which free seats are kept for somebody who waited for them. */
    waitingHours: z.number().int().min(1).max(336).default(48),
    /** Days after which a request to be told about free seats ends. */
    waitingDays: z.number().int().min(1).max(730).default(180),
    /** Days for which the seats of continuing students are reserved for their sponsors once the next session opens. */
    renewalDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .default(Math.max(...REMINDER_DAYS.renewal) + 15),
    /** Days before the end of a term on which a reminder is sent. */
    reminderDays: z
      .array(z.number().int().min(1).max(365))
      .max(5)
      .default([...REMINDER_DAYS.pledge]),
    /** The day (MM-DD) from which institutes and companies are reminded of the end of the financial year, until 30 June. */
    yearEndFrom: z
      .string()
      .regex(/^0[1-3]-(0[1-9]|[12]\d|3[01])$/)
      .default('02-01'),
    /** Days between two such reminders; 0: none. */
    yearEndDays: z.number().int().min(0).max(90).default(REMINDER_DAYS.yearEnd),
    /** The item of Schedule VII of the Companies Act that the CSR support pack names. */
    scheduleItem: line(100).default('(ii)'),
    /** What the file for form 10BD says of every donation; names of sections change with the law. */
    donationSection: line(100).default('Section 80G'),
    /** The unique registration number of the approval, and its day (YYYY-MM-DD, or empty). */
    donationUrn: line(100).default(''),
    donationUrnDate: z
      .string()
      .trim()
      .regex(/^(\d{4}-\d{2}-\d{2})?$/)
      .default(''),
    donationType: line(100).default('Others'),
  }),
  /** Who receives the money; papers print it. Without a legal name papers are 'Payment receipt' only. */
  body: z.object({
    legalName: line(200).default(''),
    address: line(500).default(''),
    pan: z.string().max(40).overwrite(taxNumber).regex(PAN).default(''),
    /** Such as the 80G approval or the CSR number, with the last day of validity (YYYY-MM-DD, or empty). */
    registrations: z
      .array(z.object({ name: line(100), number: line(100), validUntil: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/) }))
      .max(5)
      .default([]),
    accountName: line(200).default(''),
    accountNumber: z
      .string()
      .trim()
      .regex(/^(\d{6,18})?$/)
      .default(''),
    ifsc: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{4}0[A-Z0-9]{6})?$/)
      .default(''),
    bankName: line(200).default(''),
    /** The address that a UPI app pays to; empty: no QR code. */
    upiId: z
      .string()
      .trim()
      .regex(/^([\w.-]{2,100}@[A-Za-z][A-Za-z0-9.]{1,63})?$/)
      .default(''),
    signatory: line(200).default(''),
  }),
  /** First part of the serial of each series of papers. */
  numbering: z.object({
    proforma: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('PI'),
    receipt: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('PR'),
    creditNote: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('CN'),
    statement: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('ST'),
    certificate: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('CT'),
    use: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('SU'),
  }),
  /** Whom sponsors ask, on /contact and in e-mails; empty: SUPPORT_CONTACT of the operator. */
  contact: z.object({
    support: line(200)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u)
      .default(''),
  }),
  /** The columns of the file for the bank, a line each: heading = content (lib/platform/bank-columns.ts). */
  bankFile: z.object({
    columns: z
      .string()
      .trim()
      .max(2000)
      .refine((text) => readColumns(text) !== null)
      .default(
        [
          'Beneficiary Name = name',
          'Beneficiary Account Number = account',
          'IFSC = ifsc',
          'Amount = amount',
          'Payment Mode = mode',
          'Payment Date = date',
          'Debit Account Number = debit_account',
          'Remarks = reference',
        ].join('\n'),
      ),
  }),
  /** What a seat buys, said before the code is requested. */
  offer: z.object({
    covers: bothLanguages(500),
    duration: bothLanguages(500),
    recipient: bothLanguages(500),
    leaving: bothLanguages(500),
  }),
  /** The text of /privacy, in Markdown as FormattedText reads it, and the contact; empty: the texts of the software. */
  privacy: z.object({
    text: bothLanguages(8000),
    contact: bothLanguages(500),
  }),
} as const;

export type SettingsGroup = keyof typeof settingsSchemas;
export type Settings = { [G in SettingsGroup]: z.infer<(typeof settingsSchemas)[G]> };
export const SETTINGS_GROUPS = Object.keys(settingsSchemas) as SettingsGroup[];

/** The fields of all groups, each optional: the body of a request that saves a group. */
export const settingsValueSchema = z.strictObject(
  Object.fromEntries(
    Object.values(settingsSchemas).flatMap(({ shape }) =>
      Object.entries(shape as Record<string, z.ZodDefault<z.ZodType>>).map(([name, field]) => [
        name,
        field.unwrap().optional(),
      ]),
    ),
  ),
);

/** The fields of the receiving body that say whose account the money goes to. A change needs a second owner. */
export const ACCOUNT_FIELDS = ['legalName', 'accountName', 'accountNumber', 'ifsc', 'bankName', 'upiId'] as const;
export type Account = Pick<Settings['body'], (typeof ACCOUNT_FIELDS)[number]>;

/** The row of the settings with a change of the account that waits for a second owner. */
export const ACCOUNT_CHANGE = 'account_change';

/** The response to a saved group. */
export const savedSettingsSchema = z.object({ version: z.string(), waits: z.boolean() });

/** What an owner decides about a change of the account that waits. */
export const accountDecisionSchema = z.strictObject({
  decision: z.enum(['confirm', 'discard']),
  version: z.string().min(1).max(64),
});
export type AccountDecision = z.infer<typeof accountDecisionSchema>;

/** Returns the settings of a group before anybody saved them. */
export const defaultSettings = <G extends SettingsGroup>(group: G): Settings[G] =>
  settingsSchemas[group].parse({}) as Settings[G];
