import type { Metadata } from 'next';
import { PROPOSAL_STATES } from '@/db/schema/enums';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { DecideProposals } from '@/components/proposals/admin/decide-proposals';
import { ProposalTable } from '@/components/proposals/admin/proposal-table';
import { BackLink } from '@/components/platform/ui/back-link';
import { RowSelection } from '@/components/platform/ui/row-selection';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listProposals } from '@/lib/proposals/queries';
import { PROPOSAL_LIST } from '@/lib/proposals/schema';
import * as endpoints from '@/lib/api/proposals';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';
import { MAX_DECIDED_PROPOSALS } from '@/lib/platform/limits';

const t = getTranslator('en', 'proposals');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'proposals';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/catalogue/proposals: what institutes want changed in the catalogue; the catalogue role accepts or refuses it. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = PROPOSAL_LIST.parse(await searchParams);
  const found = await findPage(requested, ({ page }) => listProposals(scope, filter, page));
  const canDecide = mayCall(scope, endpoints.acceptProposals);
  const open = found.rows.filter(({ state }) => state === 'open').map(({ id }) => id);
  const none = PROPOSAL_LIST.isFiltered(filter) ? 'nothing' : 'none';
  const table = <ProposalTable labelledBy={SECTION} rows={found.rows} canDecide={canDecide} />;
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={PROPOSAL_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('filter.q'), state: t('filter.state') }}
        choices={{ state: PROPOSAL_STATES.map((state) => [state, t(`state.${state}`)]) }}
      />
      <ListSection
        list={PROPOSAL_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('list')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
      >
        <RowSelection
          values={open}
          all={
            filter.state === 'open' &&
            found.total <= MAX_DECIDED_PROPOSALS && { count: found.total, filter: PROPOSAL_LIST.query(filter) }
          }
        >
          {canDecide && open.length > 0 ? <DecideProposals>{table}</DecideProposals> : table}
        </RowSelection>
      </ListSection>
    </>
  );
}, IN_AREA);
