'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { LoadingNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import type { Payable } from '@/lib/admin/bank-files/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { indianIsoDay } from '@/lib/platform/dates';
import { formatINR, requirePaise } from '@/lib/platform/money';

/** A button and the dialog in which a file for the bank is prepared: whom it pays, each everything that is due, and when. */
export function PrepareFile() {
  const t = useTranslations('funds.file');
  return (
    <ModalButton trigger={<Button size="small">{t('prepare')}</Button>} title={t('prepareTitle')} className="max-w-180">
      {(close) => <Payees close={close} />}
    </ModalButton>
  );
}

/** Reads who can be paid now. */
function Payees({ close }: { close: () => void }) {
  const t = useTranslations('funds.file');
  const loaded = useLoaded(() => callAsAdmin('GET /admin/bank-files', {}), t('loadFailed'));
  const payees = loaded.data?.payees;
  if (!payees) return <LoadingNote loaded={loaded} text={t('loading')} />;
  return payees.length === 0 ? <p>{t('nobody')}</p> : <FileForm payees={payees} close={close} />;
}

const paiseOf = (payees: readonly Payable[]) => payees.reduce((sum, { amount }) => sum + requirePaise(amount), 0);

function FileForm({ payees, close }: { payees: Payable[]; close: () => void }) {
  const t = useTranslations('funds.file');
  const router = useRouter();
  const [chosenIds, setChosenIds] = useState(
    () => new Set(payees.filter(({ account }) => account !== null).map(({ id }) => id)),
  );
  const chosen = payees.filter(({ id }) => chosenIds.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)));
  const idsOf = (kind: Payable['kind']) => chosen.filter((payee) => payee.kind === kind).map(({ id }) => id);
  const groups = [
    ['institute', t('institutes')],
    ['adoption', t('refunds')],
  ] as const;
  return (
    <Form
      cancel
      noValidate
      autoComplete="off"
      submit={t('save')}
      submitting={t('saving')}
      fieldOf={{ 'adoption.date_invalid': 'pay_on', 'adoption.date_in_past': 'pay_on' }}
      failed={t('failed')}
      toast="bank-file"
      send={(fields) =>
        callAsAdmin('POST /admin/bank-files', {
          body: {
            pay_on: String(fields.get('pay_on')),
            institutes: idsOf('institute'),
            adoptions: idsOf('adoption'),
          },
        })
      }
      done={({ number, refused }) => t('done', { number, refused: refused.length })}
      onDone={({ number }) => {
        close();
        router.push(`/admin/funds/${number}`);
      }}
    >
      {({ field }) => (
        <>
          {groups.map(([kind, title]) => {
            const ofKind = payees.filter((payee) => payee.kind === kind);
            return (
              ofKind.length > 0 && (
                <fieldset key={kind} className="grid grid-cols-[minmax(0,1fr)]">
                  <legend className="mb-1 text-small font-semibold">{title}</legend>
                  <ul className="max-h-80 overflow-y-auto border-y border-line px-1">
                    {ofKind.map((payee) => (
                      <PayeeRow
                        key={payee.id}
                        payee={payee}
                        isChosen={chosenIds.has(payee.id)}
                        onChange={(isChosen) => choose(payee.id, isChosen)}
                      />
                    ))}
                  </ul>
                </fieldset>
              )
            );
          })}
          <p role="status" className="text-end font-semibold tabular-nums">
            {t('sum', { amount: formatINR(paiseOf(chosen)), chosen: chosen.length })}
          </p>
          <Field
            className="max-w-60"
            label={t('payOn')}
            type="date"
            defaultValue={indianIsoDay(new Date())}
            {...field('pay_on')}
          />
        </>
      )}
    </Form>
  );
}

type PayeeRowProps = { payee: Payable; isChosen: boolean; onChange: (isChosen: boolean) => void };

/** Somebody who can be paid; without a confirmed account not in a file. */
function PayeeRow({ payee: { kind, id, name, amount, account }, isChosen, onChange }: PayeeRowProps) {
  const t = useTranslations('funds');
  const shown = formatINR(requirePaise(amount));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1 text-small last:border-b-0">
      <label className="grid size-tap place-items-center">
        <Checkbox
          checked={isChosen}
          disabled={account === null}
          aria-label={t('file.choose', { name, amount: shown })}
          onChange={({ target }) => onChange(target.checked)}
        />
      </label>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          {kind === 'adoption' && <span className="tabular-nums">{id} </span>}
          <span>{name}</span>
        </p>
        <p className="text-ink-2">
          {account
            ? t('account.confirmed', { holder: account.holder, number: account.account_number, ifsc: account.ifsc })
            : t('file.noAccount')}
        </p>
      </div>
      <p className="text-end tabular-nums">{shown}</p>
    </li>
  );
}
