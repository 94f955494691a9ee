'use client';

import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { SelectionTable } from '@/components/checkout/selection-table';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { BillingRecord, UserRecord } from '@/lib/admin/users-and-billings/schema';
import { consentValues } from '@/lib/adoption/core/consent-rules';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { DescriptionList } from './description-list';
import { PaymentTag } from './payment-tag';
import type { RecordRef } from './record-ref';
import { Verified, verifiedKey } from './verified';

type BillingDetailsProps = {
  billing: BillingRecord;
  sponsor?: UserRecord;
  onShow: (next: RecordRef) => void;
};

/** All fields of a billing with its courses, and the sponsor's name and contact with a link to the sponsor. */
export function BillingDetails({ billing, sponsor, onShow }: BillingDetailsProps) {
  const t = useTranslations('usersAndBillings');
  const { payment_status: status, is_verified: isVerified, verified_channel: channel } = billing;
  const seats = billing.lines.reduce((sum, line) => sum + line.selectedSeats, 0);
  return (
    <>
      <Button asChild variant="line" size="small" className="justify-self-start">
        <Link href={adoptionHref(billing.reference)}>{t('view.page')}</Link>
      </Button>
      <DescriptionList
        items={[
          [
            t('column.payment'),
            <PaymentTag key={status} status={status}>
              {t(`status.${status}`)}
            </PaymentTag>,
          ],
          [t('column.total'), formatINR(billing.totalPaise)],
          [
            t('column.verified'),
            <Verified key="verified" is={isVerified}>
              {t(verifiedKey(isVerified, channel))}
            </Verified>,
          ],
          ...(billing.paper_reference === null ? [] : [[t('view.paper'), billing.paper_reference] as const]),
          ...(isVerified
            ? [
                [
                  t('view.consent'),
                  billing.consent ? t('view.agreed', consentValues(billing.consent, 'en')) : t('view.notRecorded'),
                ] as const,
              ]
            : []),
          ...(billing.order_number === null ? [] : [[t('view.order'), billing.order_number] as const]),
          [t('column.session'), [...new Set(billing.lines.map(({ session }) => session))].toSorted().join(', ')],
          [t('column.seats'), formatCount(seats)],
          [t('column.company'), billing.company_name],
          [t('column.created'), formatDateTime(new Date(billing.created_at))],
          [t('view.sponsor'), <Sponsor key="sponsor" billing={billing} sponsor={sponsor} onShow={onShow} />],
          [t('column.email'), billing.email],
          [t('column.phone'), sponsor?.phone_number ?? t('view.none')],
          [t('column.reference'), <Reference key="reference" billing={billing} />],
          [t('view.id'), billing.id],
          [t('view.userId'), billing.user_id],
        ]}
      />
      <section className="grid gap-2">
        <h3>{t('view.courses')}</h3>
        <SelectionTable cart={Object.fromEntries(billing.lines.map((line) => [line.id, line]))} decimals={2} />
      </section>
    </>
  );
}

function Sponsor({ billing, sponsor: user, onShow }: BillingDetailsProps) {
  if (!user) return billing.full_name;
  return (
    <button
      type="button"
      className="text-start font-semibold wrap-anywhere text-link underline underline-offset-4 hover:decoration-2"
      onClick={() => onShow({ kind: 'user', id: user.id, name: user.full_name })}
    >
      {billing.full_name}
    </button>
  );
}

/** The reference; for an adoption with documents, a link to its public verification page. */
function Reference({ billing: { reference, is_adopted: isAdopted } }: Pick<BillingDetailsProps, 'billing'>) {
  const t = useTranslations('usersAndBillings.view');
  if (!isAdopted) return reference;
  return (
    <a
      href={`/verify/${reference}`}
      target="_blank"
      rel="noreferrer"
      aria-label={t('check', { reference })}
      className="inline-flex items-center gap-1.5 text-link underline underline-offset-4 hover:decoration-2"
    >
      {reference}
      <ExternalLink aria-hidden className="size-4 shrink-0" />
    </a>
  );
}
