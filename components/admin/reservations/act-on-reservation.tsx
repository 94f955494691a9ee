'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StepButton } from '@/components/admin/adoptions/second-step';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import type { FormState } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';
import { endOfDay } from '@/lib/admin/reservations/rules';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatTableDay, indianIsoDay } from '@/lib/platform/dates';
import type { ReservationRow } from './reservation-rows';

const FIELD_OF = {
  'reservation.until_invalid': 'until',
  'reservation.until_past': 'until',
  'reservation.until_unchanged': 'until',
};

type Reservation = Pick<ReservationRow, 'id' | 'company' | 'email' | 'holder' | 'until' | 'version' | 'seats' | 'used'>;

type ActionDialogProps = {
  reservation: Reservation;
  /** The texts: of `reservations.confirm`, `reservations.end` or `reservations.extend`. */
  texts: 'confirm' | 'end' | 'extend';
  submit: string;
  action: (fields: FormData) => { action: 'confirm' | 'end' } | { action: 'extend'; until: string };
  /** The id of the text that says why it cannot be done. */
  refusedBy?: string;
  done: string | ((data: unknown, fields: FormData) => string);
  children: (field: FormState['field']) => ReactNode;
};

/** A button that opens the form of an action, with its reason. */
function ActionDialog({ reservation, texts, submit, action, refusedBy, done, children }: ActionDialogProps) {
  const t = useTranslations('reservations');
  const router = useRouter();
  const { id, version, company } = reservation;
  const button = (
    <StepButton aria-label={t(`${texts}.of`, { company })} refusedBy={refusedBy}>
      {t(`${texts}.button`)}
    </StepButton>
  );
  if (refusedBy) return button;
  return (
    <ReasonDialog
      trigger={button}
      title={t(`${texts}.title`)}
      about={company}
      submit={submit}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      reason={t('end.reason')}
      send={(reason, fields) =>
        callAsAdmin('PATCH /admin/reservations/{reservationId}', {
          params: { reservationId: id },
          body: { ...action(fields), version, reason },
        })
      }
      toast="reservation"
      done={done}
      onRefused={() => router.refresh()}
    >
      {children}
    </ReasonDialog>
  );
}

/** A button that confirms an agreement of another administrator after a question. @param refusedBy the id of the text that says why the reader cannot */
export function ConfirmReservation({ reservation, refusedBy }: { reservation: Reservation; refusedBy?: string }) {
  const t = useTranslations('reservations');
  const { company, email, holder, seats } = reservation;
  return (
    <ActionDialog
      reservation={reservation}
      texts="confirm"
      submit={t('confirm.yes')}
      action={() => ({ action: 'confirm' })}
      refusedBy={refusedBy}
      done={t('confirm.done', { company })}
    >
      {() => <p className="wrap-anywhere">{t('confirm.text', { email, seats, holder })}</p>}
    </ActionDialog>
  );
}

/** A button that ends a reservation after a question. */
export function EndReservation({ reservation }: { reservation: Reservation }) {
  const t = useTranslations('reservations');
  return (
    <ActionDialog
      reservation={reservation}
      texts="end"
      submit={t('end.yes')}
      action={() => ({ action: 'end' })}
      done={t('end.done', { company: reservation.company })}
    >
      {() => <p>{t('end.text', { seats: reservation.seats - reservation.used })}</p>}
    </ActionDialog>
  );
}

/** A button that sets another last day. */
export function ChangeLastDay({ reservation }: { reservation: Reservation }) {
  const t = useTranslations('reservations');
  return (
    <ActionDialog
      reservation={reservation}
      texts="extend"
      submit={t('extend.save')}
      action={(fields) => ({ action: 'extend', until: endOfDay(fields.get('until')) })}
      done={(_, fields) => t('extend.done', { until: formatTableDay(String(fields.get('until'))) })}
    >
      {(field) => (
        <Field
          type="date"
          label={t('agreement.until')}
          hint={t('agreement.untilHint')}
          defaultValue={indianIsoDay(new Date(reservation.until))}
          {...field('until')}
        />
      )}
    </ActionDialog>
  );
}
