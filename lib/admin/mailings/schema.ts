import { z } from 'zod';
import type { MailingTarget } from '@/db/schema/enums';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { messageTextSchema } from '@/lib/conversation/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_RECIPIENTS } from '@/lib/platform/limits';
import { PAGE_SIZE } from '@/lib/platform/list';
import { rowChoiceSchema } from '@/lib/platform/row-choice';
import { unknownPlaceholder } from './rules';

/** A text in which each placeholder is one for these recipients. */
const textSchema = (target: MailingTarget) =>
  messageTextSchema.refine((text) => unknownPlaceholder(target, text) === null, { error: 'mailing.placeholder' });

/**
 * A message to many. A check says whom it would go to, with previews from a place on; starting it names the digest of the
 * check.
 */
const mailingOf = (target: MailingTarget) => {
  const what = {
    chosen: rowChoiceSchema(z.array(idSchema()).min(1).max(PAGE_SIZE)),
    en: textSchema(target),
    hi: textSchema(target),
  };
  return z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('check'), ...what, from: z.int().min(0).max(MAX_RECIPIENTS).default(0) }),
    z.strictObject({
      step: z.literal('start'),
      ...what,
      id: idSchema(),
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('The digest of the check'),
      reason: reasonSchema,
    }),
  ]);
};

/** The body of POST /api/admin/mailings, to the sponsors of chosen adoptions. */
export const sponsorsMailingSchema = mailingOf('adoptions');
/** The body of POST /api/admin/office-mailings, to the heads of the offices of chosen institutes. */
export const officesMailingSchema = mailingOf('offices');
type MailingInput = z.infer<typeof sponsorsMailingSchema>;
export type MailingStart = Extract<MailingInput, { step: 'start' }>;

/** What a message to many would do, or does; it has previews after a check. */
export const mailingCheckedSchema = z.object({
  recipients: z.int(),
  /** Adoptions, or institutes, that the recipients stand for. */
  subjects: z.int(),
  left_out: z.array(z.object({ name: z.string(), code: z.string() })),
  /** Identifies the texts and whom they go to. */
  digest: z.string(),
  previews: z.array(z.object({ to: z.string(), about: z.string(), text: z.string() })),
});
export type MailingChecked = z.infer<typeof mailingCheckedSchema>;

/** The body that stops a message to many, or continues it. */
export const mailingActionSchema = z.strictObject({ action: z.enum(['stop', 'continue']), reason: reasonSchema });
export type MailingAction = z.infer<typeof mailingActionSchema>;
