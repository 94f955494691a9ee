import type { FieldErrors, Resolver } from 'react-hook-form';
import { sponsorSchema, type Sponsor } from '@/lib/adoption/schema';
import { errorText, isErrorCode } from '@/lib/i18n/errors';

/** Validates the sponsor form with the server's rules and returns the first problem of each field as a sentence. */
export const sponsorResolver: Resolver<Sponsor> = (values) => {
  const parsed = sponsorSchema.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<Sponsor> = {};
  for (const issue of parsed.error.issues) {
    const { message: code } = issue;
    const params = 'maximum' in issue ? { max: Number(issue.maximum) } : undefined;
    const message = isErrorCode(code) ? errorText(code, params) : code;
    errors[issue.path[0] as keyof Sponsor] ??= { type: code, message };
  }
  return { values: {}, errors };
};
