import type { ReactNode } from 'react';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Link } from '@/components/platform/ui/link';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import type { ContinuedAdoption, Renewal } from '@/lib/adoption/renewals/renewal-rules';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { RenewalCard } from './renewal-card';

type RenewalsProps = { adoption: AdoptionDetail; mayAdopt: boolean; bearer: Bearer };

/** What comes before and after an adoption: what it continues, what can be renewed, and what became of that. */
export async function Renewals({ adoption, mayAdopt, bearer }: RenewalsProps) {
  const { renewals, continues, continuedBy } = adoption;
  const isRegistered = bearer === null;
  const t = await getTranslations('adoptionPage.continued');
  const entry = (kind: 'continues' | 'continuedBy', { id, reference, session }: ContinuedAdoption) => (
    <li key={`${kind} ${id}`}>
      {t.rich(kind, {
        reference,
        session,
        link: (text: ReactNode) => (
          <Link
            href={adoptionPath({ isRegistered, billingId: id, reference })}
            className="inline-block py-1 font-semibold text-link underline"
          >
            {text}
          </Link>
        ),
      })}
    </li>
  );
  return (
    <>
      {renewals.map((renewal) =>
        renewal.left > 0 ? (
          <RenewalCard key={renewal.id} {...{ renewal, mayAdopt, bearer }} />
        ) : (
          <PastRenewal key={renewal.id} renewal={renewal} />
        ),
      )}
      {continues.length + continuedBy.length > 0 && (
        <ul className="text-small">
          {continues.map((one) => entry('continues', one))}
          {continuedBy.map((one) => entry('continuedBy', one))}
        </ul>
      )}
    </>
  );
}

/** A renewal of which nothing can be renewed now: how much was, and why not the rest. */
async function PastRenewal({ renewal }: { renewal: Renewal }) {
  const t = await getTranslations('adoptionPage.renewal');
  const { isLive, sessions, reserved, renewed, givenBack, endedOn, until } = renewal;
  const rest = { seats: reserved - renewed, sessions: sessions.join(', ') };
  const texts = [
    renewed > 0 && t('done', { sessions: rest.sessions, renewed, reserved }),
    rest.seats > 0 &&
      (isLive
        ? t('closed', rest)
        : endedOn >= until && t('over', { ...rest, date: formatDate(endedOn, await getLocale()) })),
    givenBack > 0 && t('givenBack', { seats: givenBack }),
  ];
  return <p className="text-small text-ink-2">{texts.filter(Boolean).join(' ')}</p>;
}
