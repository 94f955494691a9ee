'use client';

import { useState, type ReactNode } from 'react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { Form } from '@/components/platform/form/form';
import { refused } from '@/components/platform/form/use-form';
import { TextArea } from '@/components/platform/ui/text-area';
import { callAsAdmin } from '@/lib/api/client/admin';
import { writeSchema, type Written } from '@/lib/conversation/schema';
import { MAX_MESSAGE_LENGTH } from '@/lib/platform/limits';

/** Who writes, about what. */
type Writer =
  | { as: 'sponsor'; billingId: string; bearer: Bearer }
  | { as: 'office'; instituteId: string }
  | { as: 'toSponsor'; reference: string }
  | { as: 'toOffice'; instituteId: string };

function send(writer: Writer, body: Written) {
  switch (writer.as) {
    case 'sponsor':
      return callerOf(writer.bearer)('POST /billing/{billingId}/messages', {
        params: { billingId: writer.billingId },
        body,
      });
    case 'office':
      return callAsAdmin('POST /office/institutes/{instituteId}/messages', {
        params: { instituteId: writer.instituteId },
        body,
      });
    case 'toSponsor':
      return callAsAdmin('POST /admin/billings/{reference}/messages', {
        params: { reference: writer.reference },
        body,
      });
    case 'toOffice':
      return callAsAdmin('POST /admin/institutes/{instituteId}/messages', {
        params: { instituteId: writer.instituteId },
        body,
      });
  }
}

type MessageFormProps = {
  writer: Writer;
  /** The newest message that the page shows. */
  last: string | null;
  children?: ReactNode;
};

/** Writes to the other side of a conversation. What was typed stays if there is a newer message, which then is shown. */
export function MessageForm({ writer, last, children }: MessageFormProps) {
  const t = useTranslations('conversation');
  const router = useRouter();
  const [sent, setSent] = useState(0);
  return (
    <Form<unknown>
      noValidate
      submit={t('send')}
      variant="line"
      className="max-w-160"
      send={async (fields) => {
        const parsed = writeSchema.safeParse({ message: fields.get('message'), last });
        return parsed.success ? send(writer, parsed.data) : refused(parsed.error, { max: MAX_MESSAGE_LENGTH });
      }}
      failed={{ code: 'conversation.failed' }}
      toast="message"
      done={t('sent')}
      onDone={() => setSent((count) => count + 1)}
      onRefused={({ status }) => status === 409 && router.refresh()}
    >
      {({ field }) => (
        <>
          <TextArea
            key={sent}
            label={t('label')}
            hint={t(`note.${writer.as}`)}
            rows={4}
            aria-required
            {...field('message')}
          />
          {children}
        </>
      )}
    </Form>
  );
}
