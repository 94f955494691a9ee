import type { Metadata } from 'next';
import { COURSE_TYPES, type CourseType, PROPOSAL_KINDS } from '@/db/schema/enums';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { officePage } from '@/components/office/office-page';
import { ProposalCard } from '@/components/proposals/office/proposal-card';
import { ProposeBranch } from '@/components/proposals/office/propose-branch';
import { ProposeChange } from '@/components/proposals/office/propose-change';
import { Pager } from '@/components/platform/ui/pager';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { typedRupees } from '@/lib/admin/courses/rules';
import {
  listChangeableOffers,
  listOwnProposals,
  sessionsToPropose,
  type ChangeableOffer,
} from '@/lib/proposals/queries';
import * as endpoints from '@/lib/api/proposals';
import { instituteWithCity } from '@/lib/catalogue/names';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerText } from '@/lib/catalogue/rules';
import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('proposals.title') };
}

/** /office/proposals: what the office wants changed in the catalogue, with the answers; heads propose and withdraw. */
export default officePage<Props>(async (scope, { searchParams }) => {
  const { page } = await searchParams;
  const wanted = /^[1-9]\d{0,3}$/.test(String(page)) ? Number(page) : 1;
  const mayPropose = mayCall(scope, endpoints.proposeChange);
  const [t, names] = [await getTranslations('office.proposals'), await getNames()];
  const [proposals, offers, sessions] = await Promise.all([
    listOwnProposals(scope, wanted),
    listChangeableOffers(scope),
    sessionsToPropose(scope),
  ]);
  const isNamed = scope.institutes.length > 1;
  const institutes = scope.institutes.map(({ id, name, hindi, city }) => ({
    id,
    name: instituteWithCity(names, name, hindi, city),
  }));
  const types = Object.fromEntries(COURSE_TYPES.map((type) => [type, names.type(type)])) as Record<CourseType, string>;
  return (
    <>
      <PageHead title={t('title')}>
        {mayPropose && sessions.length > 0 && (
          <ProposeBranch institutes={institutes} sessions={sessions} types={types} />
        )}
      </PageHead>
      <p className="max-w-prose text-small text-ink-2">{t(mayPropose ? 'lead' : 'leadClerk')}</p>
      <AdminSection id="proposals" title={t('list')}>
        {proposals.rows.length === 0 ? (
          <p className="text-small text-ink-2">{t('none')}</p>
        ) : (
          <ul className="grid gap-3 lg:grid-cols-2">
            {proposals.rows.map((proposal) => (
              <ProposalCard key={proposal.id} proposal={proposal} canWithdraw={mayPropose} isNamed={isNamed} />
            ))}
          </ul>
        )}
        <Pager
          label={t('pages')}
          page={proposals.page}
          pages={proposals.pages}
          href={(to) => `/office/proposals?page=${to}`}
        />
      </AdminSection>
      <AdminSection id="offers" title={t('offers')}>
        {offers.length === 0 ? (
          <p className="text-small text-ink-2">{t('noOffers')}</p>
        ) : (
          <ul className="grid max-w-[60rem]">
            {offers.map((offer) => (
              <Offer key={offer.id} offer={offer} mayPropose={mayPropose} isNamed={isNamed} />
            ))}
          </ul>
        )}
      </AdminSection>
    </>
  );
});

type OfferProps = { offer: ChangeableOffer; mayPropose: boolean; isNamed: boolean };

/** An offer with what is in the catalogue today. */
async function Offer({ offer, mayPropose, isNamed }: OfferProps) {
  const [t, common, names] = [
    await getTranslations('office.proposals'),
    await getTranslations('common'),
    await getNames(),
  ];
  const { totalSeats, taken, pricePaise, isOpen, open } = offer;
  const course = `${names.type(offer.courseType)} · ${names.branch(offer.branch, offer.branchHindi)}`;
  const period = offerText(common, offer, true);
  const kinds = PROPOSAL_KINDS.filter(
    (kind) => kind !== 'branch' && !open.includes(kind) && (isOpen || kind !== 'close'),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 text-small">
      <div className="me-auto min-w-0">
        <p className="font-semibold wrap-anywhere">{course}</p>
        <p className="wrap-anywhere text-ink-2">
          {[period, isNamed && names.institute(offer.institute, offer.instituteHindi), !isOpen && t('closed')]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>{t('offer', { seats: totalSeats, taken, price: formatINR(pricePaise) })}</p>
        {open.length > 0 && (
          <p className="font-semibold">{t('waits', { kinds: open.map((kind) => t(`kind.${kind}`)).join(', ') })}</p>
        )}
      </div>
      {mayPropose && kinds.length > 0 && (
        <ProposeChange
          id={offer.id}
          course={`${course}, ${period}`}
          seats={totalSeats}
          taken={taken}
          price={typedRupees(pricePaise)}
          kinds={kinds}
        />
      )}
    </li>
  );
}
