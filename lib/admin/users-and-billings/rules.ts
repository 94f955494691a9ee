import type { BillingPaymentStatus } from '@/db/schema/billing-states';
import type { CourseType } from '@/lib/catalogue/schema';
import { withoutInvisible } from '@/lib/platform/invisible-characters';
import { normalized } from '@/lib/platform/unicode';
import type { UserRecord } from './schema';

/** A billing as a table row. The amount is in paise, seats are by course type in the order of the lines. */
export type BillingRow = {
  id: string;
  reference: string;
  company: string;
  types: { courseType: CourseType; seats: number }[];
  seats: number;
  totalPaise: number;
  status: BillingPaymentStatus;
  isVerified: boolean;
  createdAt: Date;
};

/** A user as a table row. */
export type UserRow = {
  id: string;
  kind: UserRecord['kind'];
  fullName: string;
  designation: string;
  company: string;
  industry: string | null;
  email: string;
  phone: string;
  /** Name of the owner whose colleague this is. */
  owner: string | null;
  createdAt: Date;
};

/** Splits a search into words, all of which must match: NFC, without invisible characters. */
export function searchWords(query: string): string[] {
  return withoutInvisible(normalized(query, 'NFC')).split(/\s+/u).filter(Boolean);
}

/**
 * Returns the digits of a word that looks like (part of) a phone number, without India's country code; otherwise ''.
 */
export function phoneDigits(word: string): string {
  return /^[+()\d.-]+$/.test(word) ? word.replace(/^\+91/, '').replace(/\D/g, '') : '';
}

/** Formats one of a user's adopted or held courses; without an institute it has no such part. */
export function lockedCourseText(line: {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
}): string {
  const place = [line.institute, line.city].filter(Boolean).join(', ');
  return `${line.courseName} ${line.branch}, ${place}: ${line.seats} seats`;
}
