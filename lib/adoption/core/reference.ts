import { latinDigits } from '@/lib/platform/digits';

/**
 * Returns a reference as a reader may type it in its own form, such as 'SA-7K2M-Q4XT-90BD': any case and script of digits,
 * letters instead of similar digits, with spaces, without dashes or the 'SA'. Other texts keep their letters, digits and
 * dashes, at most 40.
 */
export function normalReference(typed: string): string {
  const signs = normalSigns(
    latinDigits(typed)
      .toUpperCase()
      .replace(/[^A-Z0-9-]/g, ''),
  ).slice(0, 40);
  if (/^SA(-[A-Z0-9]*){3}$/.test(signs)) return signs;
  const parts = /^(?:SA(?=.{12}$)|(?!SA))([A-Z0-9]{4})([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(signs.replaceAll('-', ''));
  return parts ? `SA-${parts[1]}-${parts[2]}-${parts[3]}` : signs;
}

/** Returns capital letters and digits with the digits that references have instead of similar letters. */
export const normalSigns = (signs: string): string => signs.replaceAll('O', '0').replace(/[IL]/g, '1');

/** Whether a text in the form of normalReference may be a reference. */
export const mayBeReference = (reference: string): boolean => /^SA-[A-Z0-9-]+$/.test(reference);
