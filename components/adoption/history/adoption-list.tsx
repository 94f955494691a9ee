import { Button } from '@/components/platform/ui/button';
import { Period } from '@/components/selection/period';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Link } from '@/components/platform/ui/link';
import { StatusTag } from '@/components/platform/ui/status-tag';
import { documentsOf, shownStatus, tagOf, wasAdopted, type Adoption } from '@/lib/adoption/read/history-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { includesRole, type CompanyRole } from '@/lib/accounts/company-roles';
import { periodOf } from '@/lib/adoption/core/period';
import { AdoptionLines } from './adoption-lines';
import { DocumentButtons } from './document-buttons';
import { explanationOf } from './explanation';
import { TimeLeft } from './time-left';

type AdoptionListProps = {
  adoptions: readonly Adoption[];
  level: 'h2' | 'h3';
  role: CompanyRole;
  /** Without courses and papers, which the page of each adoption has, and without what its status says already. */
  isBrief?: boolean;
  /** The id of an adoption that a notice on the page asks to pay. */
  noticed?: string;
};

/**
 * A sponsor's adoptions; each expands to its courses. `level` is the level of their headings, `role` that of the person in
 * the company.
 */
export function AdoptionList({ adoptions, level, role, isBrief = false, noticed }: AdoptionListProps) {
  return (
    <ul className="@container border-t-2 border-ink">
      {adoptions.map((adoption) => (
        <li key={adoption.id} className="border-b border-line py-5">
          <Entry
            adoption={adoption}
            heading={level}
            mayAdopt={includesRole(role, 'adopt')}
            isBrief={isBrief}
            isNoticed={adoption.id === noticed}
          />
        </li>
      ))}
    </ul>
  );
}

type EntryProps = { adoption: Adoption; heading: 'h2' | 'h3'; mayAdopt: boolean; isBrief: boolean; isNoticed: boolean };

async function Entry({ adoption, heading: Heading, mayAdopt, isBrief, isNoticed }: EntryProps) {
  const t = await getTranslations('adoptionHistory');
  const common = await getTranslations('common');
  const { id, reference, orderNumber, date, secondsLeft, isMine, isPaying, seats, totalPaise, lines } = adoption;
  const page = `/dashboard/adoptions/${id}`;
  const status = shownStatus(adoption);
  const about = (!isBrief || isPaying || adoption.paidTwice) && (await explanationOf(adoption));
  const documents = documentsOf(adoption);
  return (
    <article
      aria-labelledby={id}
      className="grid items-start gap-x-6 gap-y-3 @min-[24rem]:grid-cols-[minmax(0,1fr)_auto] @min-[42rem]:grid-cols-[minmax(0,5fr)_minmax(9rem,3fr)_minmax(0,5fr)]"
    >
      <div>
        <Heading id={id} className="text-lead leading-snug">
          <Link href={page} className="text-link underline">
            {reference}
          </Link>
        </Heading>
        <p className="text-small text-ink-2">
          <time dateTime={date.toISOString()}>{formatDate(date, await getLocale())}</time>
        </p>
        {orderNumber !== null && (
          <p className="text-small wrap-anywhere text-ink-2">{t('order', { number: orderNumber })}</p>
        )}
      </div>
      <div className="@min-[24rem]:@max-[42rem]:col-start-1">
        <StatusTag {...tagOf(status)}>{t(`status.${status}`)}</StatusTag>
      </div>
      <p className="@min-[24rem]:text-end @min-[24rem]:@max-[42rem]:col-start-2 @min-[24rem]:@max-[42rem]:row-start-1">
        <span className="block num text-lead leading-snug money">{formatINR(totalPaise)}</span>
        {wasAdopted(adoption.status) && <Period {...periodOf(lines, isBrief ? null : undefined)} decimals={2} />}
        {isBrief && <span className="text-small text-ink-2">{common('seats', { count: seats })}</span>}
      </p>
      {about && <p className="col-span-full max-w-160 text-small text-ink-2">{about}</p>}
      {!isBrief && (
        <Disclosure small summary={common('seats', { count: seats })} className="col-span-full">
          <AdoptionLines lines={lines} />
        </Disclosure>
      )}
      {secondsLeft !== null && status !== 'confirming' && !isNoticed && (
        <div className="col-span-full flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          {mayAdopt && (
            <Button asChild>
              <Link href={isMine && !isPaying ? '/dashboard/payment' : page}>{t('continue')}</Link>
            </Button>
          )}
          <TimeLeft billingId={id} secondsLeft={secondsLeft} />
        </div>
      )}
      {!isBrief && documents.summary && (
        <div className="col-span-full print:hidden">
          <DocumentButtons billingId={id} reference={reference} receipt={documents.receipt} />
        </div>
      )}
    </article>
  );
}
