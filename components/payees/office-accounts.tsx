'use client';

import { useTranslations } from 'use-intl';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { AccountSummary } from '@/lib/payees/schema';
import { AccountDialog } from './account-dialog';

type OfficeAccountsProps = {
  /** By institute; `name` is null where the office has one institute only. */
  accounts: readonly { instituteId: string; name: string | null; account: AccountSummary | null }[];
  /** Whether the viewer may state them. */
  isHead: boolean;
};

/** The bank accounts of an office's institutes, and the dialog in which a head enters one. */
export function OfficeAccounts({ accounts, isHead }: OfficeAccountsProps) {
  const t = useTranslations('office.money.account');
  return accounts.map(({ instituteId, name, account }) => {
    const title = name === null ? t('title') : t('titleOf', { institute: name });
    return (
      <section key={instituteId} aria-label={title} className="grid max-w-160 justify-items-start gap-1 text-small">
        <h3 className="text-body">{title}</h3>
        <p className={account ? 'text-ink-2' : 'font-semibold'}>
          {account
            ? t(account.isConfirmed ? 'confirmed' : 'stated', { ending: account.ending })
            : [t('none'), ...(isHead ? [] : [t('heads')])].join(' ')}
        </p>
        {isHead && (
          <AccountDialog
            open={t(account ? 'change' : 'open')}
            openOf={name === null ? undefined : `${t(account ? 'change' : 'open')}: ${name}`}
            variant={account ? 'bare' : 'line'}
            title={title}
            note={t('note')}
            save={t('save')}
            done={t('saved')}
            send={(body) =>
              callAsAdmin('PUT /office/institutes/{instituteId}/account', { params: { instituteId }, body })
            }
          />
        )}
      </section>
    );
  });
}
