'use client';

import { FileText, Sheet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { asFile, call } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { DOCUMENT_MS } from '@/lib/platform/limits';

/** Who downloads: the sponsor of an account, the guest of an adoption, or an auditor with a link. */
export type Reader =
  { as: 'account' } | { as: 'guest'; billingId: string; bearer: Bearer } | { as: 'auditor'; token: string };

const FORMATS = {
  pdf: { Icon: FileText, extension: 'pdf' },
  xlsx: { Icon: Sheet, extension: 'xlsx' },
} as const;
type Format = keyof typeof FORMATS;

/** The statement of use of a year, as PDF and as a spreadsheet, and for companies the CSR support pack. */
export function UseButtons({ year, reader }: { year: string; reader: Reader }) {
  const t = useTranslations('yearEnd.paper');
  const pack = useTranslations('yearEnd.pack');
  return (
    <div className="flex flex-wrap gap-3">
      {(['pdf', 'xlsx'] as const).map((format) => (
        <DownloadButton
          key={format}
          variant={format === 'pdf' ? 'action' : 'line'}
          className="min-h-tap"
          Icon={FORMATS[format].Icon}
          document={{
            id: 'use',
            texts: { preparing: t('preparing'), downloaded: t('downloaded') },
            fetch: () => fetchUse(reader, year, format),
            nameOn: () => `statement_of_use_${year}.${FORMATS[format].extension}`,
          }}
        >
          {t(format === 'pdf' ? 'download' : 'excel')}
        </DownloadButton>
      ))}
      {reader.as !== 'auditor' && (
        <DownloadButton
          className="min-h-tap"
          Icon={Sheet}
          document={{
            id: 'pack',
            fetch: () => fetchPack(reader, year),
            nameOn: () => `csr_support_pack_${year}.xlsx`,
          }}
        >
          {pack('button')}
        </DownloadButton>
      )}
    </div>
  );
}

function fetchPack(reader: Exclude<Reader, { as: 'auditor' }>, year: string) {
  const options = { timeoutMs: DOCUMENT_MS, read: asFile() };
  return reader.as === 'account'
    ? callAsSponsor('GET /user/year-end/{year}/support-pack', { params: { year }, ...options })
    : callerOf(reader.bearer)('GET /billing/{billingId}/year-end/{year}/support-pack', {
        params: { billingId: reader.billingId, year },
        ...options,
      });
}

function fetchUse(reader: Reader, year: string, format: Format) {
  const options = { timeoutMs: DOCUMENT_MS, read: asFile() };
  switch (reader.as) {
    case 'account': {
      const request = { params: { year }, ...options };
      return format === 'pdf'
        ? callAsSponsor('GET /user/year-end/{year}/statement', request)
        : callAsSponsor('GET /user/year-end/{year}/spreadsheet', request);
    }
    case 'guest': {
      const request = { params: { billingId: reader.billingId, year }, ...options };
      const send = callerOf(reader.bearer);
      return format === 'pdf'
        ? send('GET /billing/{billingId}/year-end/{year}/statement', request)
        : send('GET /billing/{billingId}/year-end/{year}/spreadsheet', request);
    }
    case 'auditor': {
      const request = { params: { token: reader.token }, ...options };
      return format === 'pdf'
        ? call('GET /auditor/{token}/statement', request)
        : call('GET /auditor/{token}/spreadsheet', request);
    }
  }
}
