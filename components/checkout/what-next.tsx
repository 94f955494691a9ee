'use client';

import { Download, IndianRupee, Mail, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { CopyButton } from '@/components/platform/ui/copy-button';
import { Link } from '@/components/platform/ui/link';
import type { Completed } from '@/lib/checkout/completed-storage';
import { formatLastDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { summaryFileName } from '@/lib/documents/rules';
import { totalsOf } from '@/lib/selection/rules';

/** `hasAccount`: sponsors are told the bank account to pay to. */
type WhatNextProps = { completed: Completed; hasAccount: boolean };

/** What the sponsor does next and has now: the amount, the reference, the e-mail and the summary. */
export function WhatNext({ completed, hasAccount }: WhatNextProps) {
  const t = useTranslations('payment.thanks');
  const { reference, downloadedOn, adoption_page: page, userData } = completed;
  const row = 'flex items-start gap-3 border-t border-line py-3 wrap-anywhere [&>svg]:size-5 [&>svg]:shrink-0';
  return (
    <ul className="border-b border-line text-small leading-snug">
      <li className={row}>
        <IndianRupee aria-hidden />
        <p>
          <AmountDue completed={completed} /> {t(hasAccount ? 'transfer' : 'wait')}
        </p>
      </li>
      <li className={row}>
        <ShieldCheck aria-hidden />
        <div className="grid justify-items-start gap-2">
          <p>
            <b>{t('reference', { reference })}</b>. {t('check')}{' '}
            <NewTab href={`/verify/${reference}`}>{t('checkLink')}</NewTab>
          </p>
          <CopyButton text={reference} />
        </div>
      </li>
      <li className={row}>
        <Mail aria-hidden />
        <p>
          {t('mail', { email: userData.email })} <NewTab href={page}>{t('page')}</NewTab>
        </p>
      </li>
      <li className={row}>
        <Download aria-hidden />
        <p role="status">{downloadedOn ? t('file', { name: summaryFileName(downloadedOn) }) : t('fileMissing')}</p>
      </li>
    </ul>
  );
}

function AmountDue({ completed: { selectedCourses, due_at: dueAt } }: { completed: Completed }) {
  const t = useTranslations('payment.thanks');
  const locale = useLocale();
  const amount = formatINR(totalsOf(Object.values(selectedCourses)).paise);
  const b = (text: ReactNode) => <b className="whitespace-nowrap">{text}</b>;
  if (!dueAt) return t.rich('due', { amount, b });
  return t.rich('dueBy', { amount, date: formatLastDay(new Date(dueAt), locale), b });
}

/** The dialog stays open behind the new tab: only 'Continue' closes it. */
const NewTab = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} target="_blank" className="text-link underline">
    {children}
  </Link>
);
