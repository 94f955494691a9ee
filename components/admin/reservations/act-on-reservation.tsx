'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { endOfDay } from '@/lib/admin/reservations/rules';
import type { ShownReservation } from '@/lib/admin/reservations/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatTableDay, indianIsoDay } from '@/lib/platform/dates';

const FIELD_OF = {
  'adoption.reason_required': 'reason',
  'reservation.until_invalid': 'until',
  'reservation.until_past': 'until',
  'reservation.until_unchanged': 'until',
};

type Reservation = Pick<ShownReservation, 'id' | 'company' | 'until' | 'version'>;

/** A button that ends a reservation after a question. @param unused its seats that become free */
export function EndReservation({ reservation, unused }: { reservation: Reservation; unused: number }) {
  const t = useTranslations('reservations');
  const router = useRouter();
  const { id, company, version } = reservation;
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="small" aria-label={t('end.of', { company })}>
          {t('end.button')}
        </Button>
      }
      noValidate
      autoComplete="off"
      title={t('end.title')}
      about={company}
      submit={t('end.yes')}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      send={(fields) =>
        callAsAdmin('PATCH /admin/reservations/{reservationId}', {
          params: { reservationId: id },
          body: { action: 'end', version, reason: fields.get('reason') },
        })
      }
      toast="reservation"
      done={t('end.done', { company })}
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <p>{t('end.text', { seats: unused })}</p>
          <Field label={t('end.reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}

/** A button that sets another last day. */
export function ChangeLastDay({ reservation: { id, company, until, version } }: { reservation: Reservation }) {
  const t = useTranslations('reservations');
  const router = useRouter();
  return (
    <FormDialog
      trigger={
        <Button variant="bare" size="small" aria-label={t('extend.of', { company })}>
          {t('extend.button')}
        </Button>
      }
      noValidate
      autoComplete="off"
      title={t('extend.title')}
      about={company}
      submit={t('extend.save')}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      send={(fields) =>
        callAsAdmin('PATCH /admin/reservations/{reservationId}', {
          params: { reservationId: id },
          body: { action: 'extend', version, reason: fields.get('reason'), until: endOfDay(fields.get('until')) },
        })
      }
      toast="reservation"
      done={(_, fields) => t('extend.done', { until: formatTableDay(String(fields.get('until'))) })}
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <Field
            type="date"
            label={t('agreement.until')}
            hint={t('agreement.untilHint')}
            defaultValue={indianIsoDay(new Date(until))}
            {...field('until')}
          />
          <Field label={t('end.reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
