'use client';

import { Banknote, Copy, Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Completed } from '@/lib/adoption/completed-storage';
import { formatDate } from '@/lib/core/dates';
import { formatINR } from '@/lib/core/money';
import { lastDayOf } from '@/lib/adoption/detail-rules';
import { summaryFileName } from '@/lib/document/rules';
import type { Locale } from '@/lib/i18n/locale';

type WhatNextProps = Pick<Completed, 'reference' | 'downloadedOn' | 'due_at'> & {
  /** Paise. */
  amount: number;
  email: string;
};

/** What the sponsor has to do and has now: the payment, the summary, and a reference that anyone can verify. */
export function WhatNext({ reference, downloadedOn, due_at: dueAt, amount, email }: WhatNextProps) {
  const t = useTranslations('payment.thanks');
  const locale = useLocale() as Locale;
  const [isCopied, setIsCopied] = useState(false);
  const row = 'flex items-start gap-3 border-t border-line py-3 wrap-anywhere [&>svg]:size-5 [&>svg]:shrink-0';
  const money = { amount: formatINR(amount), email };
  const payment = dueAt
    ? t('payBy', { ...money, date: formatDate(lastDayOf(new Date(dueAt)), locale) })
    : t('pay', money);
  // Without https, or if the browser refuses, the reference can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(reference).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <ul className="border-b border-line text-small leading-snug">
      <li className={row}>
        <Banknote aria-hidden />
        <p>
          <span>{amount > 0 ? payment : t('free', { email })}</span>{' '}
          <Link href={`/adoptions/${reference}`} className="text-link underline">
            {t('open')}
          </Link>
        </p>
      </li>
      <li className={row}>
        <Download aria-hidden />
        <p role="status">{downloadedOn ? t('file', { name: summaryFileName(downloadedOn) }) : t('fileMissing')}</p>
      </li>
      <li className={row}>
        <ShieldCheck aria-hidden />
        <p>
          <b>{t('reference', { reference })}</b>.{' '}
          <Button variant="bare" size="inline" className="min-h-0 gap-1 py-0" onClick={copy}>
            <Copy aria-hidden />
            <span role="status">{isCopied ? t('copied') : t('copy')}</span>
          </Button>{' '}
          <span>{t('check')}</span>{' '}
          <Link href={`/verify/${reference}`} target="_blank" className="text-link underline">
            {t('checkLink')}
          </Link>
        </p>
      </li>
    </ul>
  );
}
