'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { SecondStep } from '@/components/admin/adoptions/second-step';
import { AccountDialog } from '@/components/payees/account-dialog';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { Button } from '@/components/platform/ui/button';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { PayeeAccount, PayeeAccounts } from '@/lib/payees/schema';

type PayeeAccountCellProps = {
  /** Whose account it is: the name, and what the request names. */
  payee: { name: string; of: { institute_id: string } | { reference: string } };
  accounts: PayeeAccounts;
  canAct: boolean;
};

/** The account of a payee, another one that waits for its confirmation, and what can be done with them. */
export function PayeeAccountCell({ payee, accounts: { confirmed, stated }, canAct }: PayeeAccountCellProps) {
  const t = useTranslations('funds.account');
  const valuesOf = ({ holder, accountNumber, ifsc }: PayeeAccount) => ({ holder, number: accountNumber, ifsc });
  return (
    <div className="grid justify-items-start gap-1 text-small wrap-anywhere">
      {confirmed && <p className="text-ink-2">{t('confirmed', valuesOf(confirmed))}</p>}
      {stated && <p className="font-semibold">{t('stated', valuesOf(stated))}</p>}
      {!confirmed && !stated && <p className="text-ink-2">{t('none')}</p>}
      {canAct && (
        <div className="-ms-3 flex flex-wrap gap-x-2">
          {stated && (
            <SecondStep isOwn={stated.needsOther} id={stated.id} text={t('own')}>
              <Decide
                action="confirm"
                account={stated}
                payee={payee.name}
                refusedBy={stated.needsOther ? `own-${stated.id}` : undefined}
              />
              <Decide action="reject" account={stated} payee={payee.name} />
            </SecondStep>
          )}
          {!stated && (
            <AccountDialog
              open={t('enter')}
              openOf={t('enterOf', { payee: payee.name })}
              variant="bare"
              title={t('title')}
              about={payee.name}
              note={t('note')}
              save={t('save')}
              done={t('saved')}
              send={(account) => callAsAdmin('PUT /admin/payee-accounts', { body: { ...account, ...payee.of } })}
            />
          )}
        </div>
      )}
    </div>
  );
}

type DecideProps = {
  action: 'confirm' | 'reject';
  account: PayeeAccount;
  payee: string;
  refusedBy?: string | undefined;
};

function Decide({ action, account, payee, refusedBy }: DecideProps) {
  const t = useTranslations('funds.account');
  const act = useTranslations('funds.act');
  const router = useRouter();
  const button = (
    <Button
      variant="bare"
      size="small"
      aria-label={t(`${action}.of`, { payee })}
      aria-disabled={refusedBy !== undefined || undefined}
      aria-describedby={refusedBy}
    >
      {t(`${action}.open`)}
    </Button>
  );
  if (refusedBy !== undefined) return button;
  const { holder, accountNumber, ifsc } = account;
  return (
    <ReasonDialog
      trigger={button}
      title={t(`${action}.title`)}
      about={`${payee}: ${holder}, ${accountNumber}, ${ifsc}`}
      submit={t(`${action}.save`)}
      submitting={act('saving')}
      reason={act('reason')}
      send={(reason) =>
        callAsAdmin('POST /admin/payee-accounts/{accountId}', {
          params: { accountId: account.id },
          body: { action, reason },
        })
      }
      failed={act('failed')}
      toast="account"
      done={({ alone }) =>
        action === 'confirm' ? t('confirm.done', { alone: alone ? 'yes' : 'no' }) : t('reject.done')
      }
      onRefused={() => router.refresh()}
    >
      <p className="text-small">{t(`${action}.note`)}</p>
    </ReasonDialog>
  );
}
