'use client';

import { Download, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from '@/components/ui/link';
import type { Completed } from '@/lib/adoption/completed-storage';
import { summaryFileName } from '@/lib/document/rules';

/** What the sponsor has now: the summary, and a reference that anyone can verify. */
export function WhatNext({ reference, downloadedOn }: Pick<Completed, 'reference' | 'downloadedOn'>) {
  const t = useTranslations('payment.thanks');
  const row = 'flex items-start gap-3 border-t border-line py-3 wrap-anywhere [&>svg]:size-5 [&>svg]:shrink-0';
  return (
    <ul className="border-b border-line text-small leading-snug">
      <li className={row}>
        <Download aria-hidden />
        <p role="status">{downloadedOn ? t('file', { name: summaryFileName(downloadedOn) }) : t('fileMissing')}</p>
      </li>
      <li className={row}>
        <ShieldCheck aria-hidden />
        <p>
          <b>{t('reference', { reference })}</b>. {t('check')}{' '}
          <Link href={`/verify/${reference}`} target="_blank" className="text-link underline">
            {t('checkLink')}
          </Link>
        </p>
      </li>
    </ul>
  );
}
