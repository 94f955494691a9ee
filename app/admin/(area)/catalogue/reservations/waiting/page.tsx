import type { Metadata } from 'next';
import { COURSE_TYPES } from '@/db/schema/enums';
import { adminPage } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { SpreadsheetButton } from '@/components/admin/users-and-billings/download';
import { DemandTable, WaitingTable } from '@/components/waiting/admin/tables';
import { BackLink } from '@/components/platform/ui/back-link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { sessionNames } from '@/lib/sessions/queries';
import { countWaiting, readDemand, readWaiting } from '@/lib/waiting/admin/queries';
import { WAITING_LIST, WAITING_STATES } from '@/lib/waiting/admin/schema';
import * as endpoints from '@/lib/api/reservations';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'reservations.waiting');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'requests';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/catalogue/reservations/waiting: who waits for seats, and the demand; filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = WAITING_LIST.parse(await searchParams);
  const [total, demand, sessions] = await Promise.all([
    countWaiting(scope, filter),
    readDemand(scope, filter),
    sessionNames(scope),
  ]);
  const found = await findPage(requested, async (page) => ({ rows: await readWaiting(scope, filter, page), total }));
  const none = WAITING_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue/reservations">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={WAITING_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('filter.q'), type: t('filter.type'), session: t('filter.session'), state: t('filter.state') }}
        choices={{
          type: COURSE_TYPES,
          session: sessions,
          state: WAITING_STATES.map((state) => [state, t(`state.${state}`)]),
        }}
      />
      {demand.length > 0 && (
        <AdminSection id="demand" title={t('demand')}>
          <DemandTable labelledBy="demand" rows={demand} />
        </AdminSection>
      )}
      <ListSection
        list={WAITING_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('requests')}
        note={t('found', { count: total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
        actions={
          total > 0 && <SpreadsheetButton kind="waiting" filterParams={WAITING_LIST.query(filter)} count={total} />
        }
      >
        <WaitingTable labelledBy={SECTION} rows={found.rows} canEdit={mayCall(scope, endpoints.endWaitingRequest)} />
      </ListSection>
    </>
  );
});
