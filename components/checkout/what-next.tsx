'use client';

import { Download, IndianRupee, Mail, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { CopyButton } from '@/components/platform/ui/copy-button';
import { Link } from '@/components/platform/ui/link';
import { Period } from '@/components/selection/period';
import { periodOf } from '@/lib/adoption/core/period';
import type { Completed } from '@/lib/checkout/completed-storage';
import { formatLastDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { summaryFileName } from '@/lib/documents/rules';
import { totalsOf } from '@/lib/selection/rules';
import { BankDetail } from './bank-detail';

/** The bank account to pay to; only the number is always there. */
export type BankAccount = { accountName: string; accountNumber: string; ifsc: string; bankName: string };

export type WhatNextProps = {
  completed: Completed;
  /** Null if sponsors are not told the bank account. */
  account: BankAccount | null;
  /** Whether the summary is being downloaded. */
  pending: boolean;
  onDownload: () => void;
};

/** What the sponsor does next and has now: the amount, the account, the reference, the e-mail and the summary. */
export function WhatNext({ completed, account, pending, onDownload }: WhatNextProps) {
  const t = useTranslations('payment.thanks');
  const { reference, downloadedOn, userData } = completed;
  const row =
    'grid grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-3 border-t border-line py-2 wrap-anywhere [&>svg]:size-5';
  return (
    <ul className="border-b border-line text-small leading-snug">
      <li className={row}>
        <IndianRupee aria-hidden />
        <div className="grid gap-2">
          <p>
            <ToPay completed={completed} hasAccount={account !== null} />
            <Period {...periodOf(Object.values(completed.selectedCourses))} decimals={2} />
          </p>
          {account && <Account account={account} />}
        </div>
      </li>
      <li className={row}>
        <ShieldCheck aria-hidden />
        <div>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <b>{t.rich('reference', { reference, n: (part) => <span className="whitespace-nowrap">{part}</span> })}</b>
            <CopyButton text={reference} about={reference} />
          </div>
          {/* In a new tab: only 'Continue' closes the dialog. */}
          <Link href={completed.adoption_page} target="_blank" className="text-link underline">
            {t('page')}
          </Link>
        </div>
      </li>
      <li className={row}>
        <Mail aria-hidden />
        <p>{t('mail', { email: userData.email })}</p>
      </li>
      <li className={row}>
        <Download aria-hidden />
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p role="status">{downloadedOn ? t('file', { name: summaryFileName(downloadedOn) }) : t('fileMissing')}</p>
          <Button variant="bare" size="inline" pending={pending} onClick={onDownload}>
            {t('again')}
          </Button>
        </div>
      </li>
    </ul>
  );
}

/** The parts of the account, in the order in which a bank asks for them. */
const ACCOUNT_PARTS = ['accountName', 'accountNumber', 'ifsc', 'bankName'] as const;
const COPIED: readonly string[] = ['accountNumber', 'ifsc'];

function Account({ account }: { account: BankAccount }) {
  const t = useTranslations('payment.thanks');
  return (
    <dl className="grid gap-1">
      {ACCOUNT_PARTS.filter((part) => account[part] !== '').map((part) => (
        <BankDetail
          key={part}
          label={t(part)}
          value={account[part]}
          copied={COPIED.includes(part) ? account[part] : null}
        />
      ))}
    </dl>
  );
}

type ToPayProps = { completed: Completed; hasAccount: boolean };

/** What the sponsor has to do and by when; without an account to transfer to, nothing yet. */
function ToPay({ completed: { selectedCourses, due_at: dueAt }, hasAccount }: ToPayProps) {
  const t = useTranslations('payment.thanks');
  const locale = useLocale();
  const amount = formatINR(totalsOf(Object.values(selectedCourses)).paise);
  const b = (text: ReactNode) => <b className="whitespace-nowrap">{text}</b>;
  const values = { amount, b, date: dueAt ? formatLastDay(new Date(dueAt), locale) : '' };
  if (!hasAccount) return <span>{t.rich(dueAt ? 'waitUntil' : 'wait', values)}</span>;
  return (
    <>
      <span>{t.rich(dueAt ? 'dueBy' : 'due', values)}</span> <span>{t('transfer')}</span>
    </>
  );
}
