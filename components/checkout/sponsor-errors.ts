import type { FieldErrors } from '@/components/platform/form/use-form';
import { sponsorSchema } from '@/lib/adoption/core/schema';
import { isErrorCode } from '@/lib/platform/i18n/errors';

/** Validates the sponsor form with the server's rules. @returns the first problem of each field */
export function sponsorErrors(fields: FormData): FieldErrors {
  const errors: Record<string, FieldErrors[string]> = {};
  for (const issue of sponsorSchema.safeParse(Object.fromEntries(fields)).error?.issues ?? []) {
    const { message: code } = issue;
    const params = 'maximum' in issue ? { max: Number(issue.maximum) } : undefined;
    errors[String(issue.path[0])] ??= isErrorCode(code) ? { code, params } : code;
  }
  return errors;
}
