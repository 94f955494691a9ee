'use client';

import { FileText } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import type { IssuedPaper } from '@/lib/adoption/read/detail-rules';
import { asFile } from '@/lib/api/client/client';
import { formatDate } from '@/lib/platform/dates';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import type { Locale } from '@/lib/platform/i18n/locale';
import { paperFileName } from '@/lib/documents/papers/rules';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

type PaperListProps = {
  billingId: string;
  papers: readonly IssuedPaper[];
  /** By the id of a receipt: which part of the whole it is for, such as 'Part 1 of 2'. */
  parts: Readonly<Record<string, string>>;
  bearer: Bearer;
};

/** The issued papers of an adoption, newest first, to download. */
export function PaperList({ papers, ...others }: PaperListProps) {
  return (
    <ul className="border-t border-line">
      {papers.map((paper) => (
        <Paper key={paper.id} paper={paper} {...others} />
      ))}
    </ul>
  );
}

function Paper({ billingId, paper, parts, bearer }: Omit<PaperListProps, 'papers'> & { paper: IssuedPaper }) {
  const t = useTranslations('adoptionPage.papers');
  const locale = useLocale() as Locale;
  const { id, kind, serial, issuedAt, isReplaced, isVoid } = paper;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2 text-small">
      <p id={id} className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <b className="block">{[t(kind), parts[id]].filter(Boolean).join(': ')}</b>
        <span className="text-ink-2">
          {t('about', { serial, date: formatDate(issuedAt, locale) })}
          {isReplaced && <span>{` (${t('replaced')})`}</span>}
          {isVoid && !isReplaced && <span>{` (${t('void')})`}</span>}
        </span>
      </p>
      <PaperButton billingId={billingId} paper={paper} bearer={bearer} aria-describedby={id}>
        PDF
      </PaperButton>
    </li>
  );
}

type PaperButtonProps = Omit<ComponentProps<typeof DownloadButton>, 'document'> & {
  billingId: string;
  paper: Pick<IssuedPaper, 'id' | 'serial'>;
  bearer: Bearer;
};

/** The button that downloads an issued paper. */
export function PaperButton({ billingId, paper: { id, serial }, bearer, ...button }: PaperButtonProps) {
  const t = useTranslations('adoptionPage.papers');
  const request = { params: { billingId, paperId: id }, timeoutMs: DOCUMENT_MS, read: asFile() };
  return (
    <DownloadButton
      className="min-h-tap"
      Icon={FileText}
      {...button}
      document={{
        id: 'paper',
        texts: { preparing: t('preparing'), downloaded: t('downloaded') },
        fetch: () => callerOf(bearer)('GET /billing/{billingId}/papers/{paperId}', request),
        nameOn: () => paperFileName(serial, 'pdf'),
      }}
    />
  );
}
