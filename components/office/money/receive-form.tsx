'use client';

import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';

type ReceiveFormProps = {
  id: string;
  /** The day that is filled in, YYYY-MM-DD. */
  day: string;
  /** The transfer, as a sentence. */
  subject: string;
};

/** On which day a transfer arrived: one act. */
export function ReceiveForm({ id, day, subject }: ReceiveFormProps) {
  const t = useTranslations('office.money');
  return (
    <Form
      noValidate
      autoComplete="off"
      aria-label={t('receiveOf', { subject })}
      className="grid-cols-[minmax(0,11rem)_auto] items-end justify-start gap-3 *:[[role=alert]]:col-span-full"
      submit={t('receive')}
      submitting={t('saving')}
      fieldOf={{
        'adoption.date_invalid': 'received_on',
        'adoption.date_in_future': 'received_on',
        'funds.received_early': 'received_on',
      }}
      send={(fields) =>
        callAsAdmin('POST /office/releases/{releaseId}', {
          params: { releaseId: id },
          body: { received_on: String(fields.get('received_on')) },
        })
      }
      toast="money"
      done={t('received')}
    >
      {({ field }) => <Field type="date" label={t('receivedOn')} defaultValue={day} {...field('received_on')} />}
    </Form>
  );
}
