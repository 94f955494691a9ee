'use client';

import { Gauge } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatCount } from '@/lib/platform/format-count';

const FIELD_OF = {
  'limit.sponsor_invalid': 'sponsor',
  'limit.seats_invalid': 'seats',
};

/** A button and its dialog, which sets the limit of unpaid seats of one sponsor. */
export function SeatLimit() {
  const t = useTranslations('attention.seatLimit');
  const send = (reason: string, fields: FormData) => {
    const seats = String(fields.get('seats')).replace(/[\s,]/g, '');
    const max_seats = seats === '' ? null : Number(seats);
    const body = { sponsor: fields.get('sponsor'), max_seats, reason };
    return callAsAdmin('PUT /admin/seat-limits', { body });
  };
  return (
    <ReasonDialog
      trigger={
        <Button variant="line" size="small">
          <Gauge aria-hidden />
          {t('open')}
        </Button>
      }
      title={t('title')}
      submit={t('save')}
      submitting={t('saving')}
      reason={t('reason')}
      send={send}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      toast="seat-limit"
      done={({ seats }) => t('done', { seats: formatCount(seats) })}
    >
      {(field) => (
        <>
          <p className="text-small">{t('note')}</p>
          <Field label={t('sponsor')} autoCapitalize="none" spellCheck={false} {...field('sponsor')} />
          <Field label={t('seats')} hint={t('seatsHint')} inputMode="numeric" {...field('seats')} />
        </>
      )}
    </ReasonDialog>
  );
}
