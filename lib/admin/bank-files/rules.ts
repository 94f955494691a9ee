import type { BankFileColumn, BankFileField } from '@/lib/platform/bank-columns';

/** A payment as a file for the bank has it. */
export type FilePayment = {
  position: number;
  holder: string;
  accountNumber: string;
  ifsc: string;
  amountPaise: number;
  /** What identifies it in the bank statement: fileReference, until the bank's own reference is entered. */
  reference: string;
  /** YYYY-MM-DD. */
  payOn: string;
};

/** Returns what identifies a payment of a file, such as BF00012003: letters and digits, as every bank takes it. */
export const fileReference = (number: number, position: number): string =>
  `BF${String(number).padStart(5, '0')}${String(position).padStart(3, '0')}`;

/** Returns the number of the file of a payment; null if a text is no such reference. */
export const fileNumberOf = (reference: string): number | null => {
  const digits = /^BF(\d{5,9})\d{3}$/.exec(reference)?.[1];
  return digits === undefined ? null : Number(digits);
};

const plainRupees = (paise: number) => `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;

/** What a column of the file may be, by the name that the setting uses. */
const FIELDS = {
  serial: ({ position }) => String(position),
  name: ({ holder }) => holder,
  account: ({ accountNumber }) => accountNumber,
  ifsc: ({ ifsc }) => ifsc,
  amount: ({ amountPaise }) => plainRupees(amountPaise),
  mode: () => 'NEFT',
  date: ({ payOn }) => payOn.split('-').reverse().join('/'),
  debit_account: (_, debitAccount) => debitAccount,
  reference: ({ reference }) => reference,
  empty: () => '',
} satisfies Record<BankFileField, (payment: FilePayment, debitAccount: string) => string>;
/** Returns the cells of the file, the headings first. @param debitAccount the number of the account that is debited */
export const fileRows = (
  columns: readonly BankFileColumn[],
  payments: readonly FilePayment[],
  debitAccount: string,
): string[][] => [
  columns.map(({ title }) => title),
  ...payments.map((payment) => columns.map(({ field }) => FIELDS[field](payment, debitAccount))),
];
