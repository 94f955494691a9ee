'use client';

import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useRouter } from 'next/navigation';
import { callerOf } from '@/components/checkout/payment/adoption-api';
import { ActionButton } from '@/components/platform/form/action-button';
import { useMessage } from '@/components/platform/form/use-message';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { CopyButton } from '@/components/platform/ui/copy-button';
import { notify } from '@/components/platform/ui/toaster';
import { callAsSponsor } from '@/lib/api/client/session';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import { AUDITOR_LINK_DAYS } from '@/lib/platform/limits';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { AuditorLink } from '@/lib/year-end/auditor-links';
import type { Reader } from './use-buttons';

type Owner = Exclude<Reader, { as: 'auditor' }>;
type AuditorLinksProps = { year: string; links: readonly AuditorLink[]; owner: Owner };

/** Makes links with which an auditor reads the year, shows who opened them when, and ends them. */
export function AuditorLinks({ year, links, owner }: AuditorLinksProps) {
  const t = useTranslations('yearEnd.auditor');
  const locale = useLocale() as Locale;
  const textOf = useMessage();
  const router = useRouter();
  const [url, setUrl] = useState<string | null>(null);
  const [pending, make] = usePending(async () => {
    const made = await makeLink(owner, year);
    if (!made.ok) return notify.error(made.message ?? textOf(t('failed')), { id: 'auditor' });
    setUrl(made.data.url);
    router.refresh();
  });
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-2">{t('text', { days: AUDITOR_LINK_DAYS })}</p>
      {url && (
        <div className="grid gap-2 rounded-2 border border-line bg-surface p-4">
          <p className="text-small">{t('made')}</p>
          <p className="flex flex-wrap items-center gap-3">
            <code className="min-w-0 text-small wrap-anywhere">{url}</code>
            <CopyButton text={url} />
          </p>
        </div>
      )}
      {links.length > 0 && (
        <ul className="border-t border-line">
          {links.map(({ id, expiresAt, views, newest }) => (
            <li
              key={id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-2 text-small"
            >
              <div className="min-w-0 flex-1 basis-56">
                <b className="font-semibold">{t('until', { date: formatDate(expiresAt, locale) })}</b>
                <p className="text-ink-2">{t('views', { count: views })}</p>
                {newest.length > 0 && (
                  <ul className="text-ink-2">
                    {newest.map(({ what, at }, index) => (
                      <li key={index}>{`${formatDateTimeWithZone(at, locale)}, ${t(`view.${what}`)}`}</li>
                    ))}
                  </ul>
                )}
              </div>
              <ActionButton
                size="small"
                variant="line"
                className="min-h-tap"
                send={() => endLink(owner, id)}
                toast="auditor"
                done={t('ended')}
              >
                {t('end')}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <Button variant="line" className="justify-self-start" pending={pending} onClick={() => void make()}>
        {t('make')}
      </Button>
    </div>
  );
}

function makeLink(owner: Owner, year: string) {
  return owner.as === 'account'
    ? callAsSponsor('POST /user/year-end/{year}/auditor-links', { params: { year } })
    : callerOf(owner.bearer)('POST /billing/{billingId}/year-end/{year}/auditor-links', {
        params: { billingId: owner.billingId, year },
      });
}

function endLink(owner: Owner, linkId: string) {
  return owner.as === 'account'
    ? callAsSponsor('DELETE /user/auditor-links/{linkId}', { params: { linkId } })
    : callerOf(owner.bearer)('DELETE /billing/{billingId}/auditor-links/{linkId}', {
        params: { billingId: owner.billingId, linkId },
      });
}
