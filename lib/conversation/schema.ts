import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { tidyText } from '@/lib/platform/invisible-characters';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_MESSAGE_LENGTH } from '@/lib/platform/limits';

/** The text of a message: plain, with its line breaks. */
export const messageTextSchema = z
  .string({ error: 'conversation.empty' })
  .overwrite(tidyText)
  .min(1, { error: 'conversation.empty', abort: true })
  .max(MAX_MESSAGE_LENGTH, { error: 'conversation.long' });

/** The body of a message to the other side of a conversation. */
export const writeSchema = z.strictObject({
  message: messageTextSchema.describe('The message, in plain text'),
  last: idSchema().nullable().describe('Id of the newest message that the writer has seen; null before the first one'),
});
export type Written = z.infer<typeof writeSchema>;

/** The body that says that a message, and those before it, need no answer. */
export const endConversationSchema = z.strictObject({ action: z.literal('end'), reason: reasonSchema });
