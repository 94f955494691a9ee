'use client';

import { Gauge } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { seatLimitResponse } from '@/lib/admin/alerts/schema';
import { adminPut } from '@/lib/api-client/admin';
import { formatCount } from '@/lib/core/format-count';

/** A button and its dialog, which sets the limit of unpaid seats of one sponsor. */
export function SeatLimit() {
  const t = useTranslations('attention.seatLimit');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const close = (seats: number) => {
    notify.success(t('done', { seats: formatCount(seats) }), { id: 'seat-limit' });
    setOpen(false);
    router.refresh();
  };
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button variant="line" size="small">
          <Gauge aria-hidden />
          {t('open')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('title')}>
        <SeatLimitForm onDone={close} />
      </ModalContent>
    </Modal>
  );
}

/** The field that a server error code belongs to. */
const FIELD: Record<string, 'sponsor' | 'seats' | 'reason'> = {
  'limit.sponsor_invalid': 'sponsor',
  'limit.seats_invalid': 'seats',
  'adoption.reason_required': 'reason',
};
type Problems = Partial<Record<'sponsor' | 'seats' | 'reason' | 'form', string>>;

function SeatLimitForm({ onDone }: { onDone: (seats: number) => void }) {
  const t = useTranslations('attention.seatLimit');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ sponsor: '', seats: '', reason: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const seats = typed.seats.replace(/[\s,]/g, '');
    const body = { sponsor: typed.sponsor, max_seats: seats === '' ? null : Number(seats), reason: typed.reason };
    const result = await adminPut('/admin/seat-limits', body, seatLimitResponse);
    setPending(false);
    if (result.ok) return onDone(result.data.seats);
    setProblems({ [FIELD[result.code ?? ''] ?? 'form']: result.message ?? t('failed') });
  };

  const field = (name: keyof typeof typed) => ({
    name,
    error: problems[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
      <p className="text-small">{t('note')}</p>
      {problems.form && <Note>{problems.form}</Note>}
      <Field label={t('sponsor')} autoCapitalize="none" spellCheck={false} {...field('sponsor')} />
      <Field label={t('seats')} hint={t('seatsHint')} inputMode="numeric" {...field('seats')} />
      <Field label={t('reason')} maxLength={500} {...field('reason')} />
      <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={t('cancel')} />
    </form>
  );
}
