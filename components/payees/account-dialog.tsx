'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';
import type { AccountInput } from '@/lib/payees/schema';

type AccountDialogProps = {
  /** The label of the button, and its accessible name if that says more. */
  open: string;
  openOf?: string;
  variant: 'line' | 'bare';
  title: string;
  about?: string;
  note: string;
  save: string;
  done: string;
  send: (account: AccountInput) => Promise<ApiResult<unknown>>;
};

const FIELD_OF = {
  'payee.holder_invalid': 'holder',
  'payee.number_invalid': 'account_number',
  'payee.ifsc_invalid': 'ifsc',
};

/** A button and the dialog in which the bank account of a payee is entered. */
export function AccountDialog({ open, openOf, variant, title, about, note, save, done, send }: AccountDialogProps) {
  const t = useTranslations('common.account');
  return (
    <FormDialog
      trigger={
        <Button variant={variant} size="small" aria-label={openOf}>
          {open}
        </Button>
      }
      title={title}
      about={about}
      noValidate
      autoComplete="off"
      submit={save}
      submitting={t('saving')}
      send={(fields) => {
        const text = (name: string) => String(fields.get(name));
        return send({ holder: text('holder'), account_number: text('account_number'), ifsc: text('ifsc') });
      }}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      toast="account"
      done={done}
    >
      {({ field }) => (
        <>
          <p className="text-small">{note}</p>
          <Field label={t('holder')} maxLength={100} {...field('holder')} />
          <Field label={t('number')} inputMode="numeric" maxLength={40} {...field('account_number')} />
          <Field label={t('ifsc')} autoCapitalize="characters" maxLength={20} {...field('ifsc')} />
        </>
      )}
    </FormDialog>
  );
}
