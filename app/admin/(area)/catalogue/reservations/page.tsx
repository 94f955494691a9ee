import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { DemandTable } from '@/components/admin/reservations/demand-table';
import { ReservationTable } from '@/components/admin/reservations/reservation-table';
import { AdminSection } from '@/components/admin/section';
import { SpreadsheetButton } from '@/components/admin/users-and-billings/download';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countReservations, listReservations, readDemand } from '@/lib/admin/reservations/queries';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { RESERVATION_FILTERS } from '@/lib/admin/reservations/texts';
import { sessionNames } from '@/lib/sessions/queries';
import { enterSeats } from '@/lib/api/entries';
import * as endpoints from '@/lib/api/reservations';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'reservations');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'reservations';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/catalogue/reservations: seats that are kept for somebody, and who waits for seats; filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = RESERVATION_LIST.parse(await searchParams);
  const [total, demand, sessions] = await Promise.all([
    countReservations(scope, filter),
    filter.kind === 'request' ? readDemand(scope, filter) : [],
    sessionNames(scope),
  ]);
  const found = await findPage(requested, async (page) => ({
    rows: await listReservations(scope, filter, page),
    total,
  }));
  const none = RESERVATION_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')}>
          {mayCall(scope, enterSeats) && (
            <Button asChild size="small">
              <Link href="/admin/entries/new?how=keep">
                <Plus aria-hidden />
                {getTranslator('en', 'entries')('enter')}
              </Link>
            </Button>
          )}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={RESERVATION_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={RESERVATION_FILTERS.labels}
        choices={{ ...RESERVATION_FILTERS.choices, session: sessions }}
      />
      {demand.length > 0 && (
        <AdminSection id="demand" title={t('demand.title')}>
          <DemandTable labelledBy="demand" rows={demand} />
        </AdminSection>
      )}
      <ListSection
        list={RESERVATION_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('reservations')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
        actions={
          total > 0 && (
            <SpreadsheetButton kind="reservations" filterParams={RESERVATION_LIST.query(filter)} count={total} />
          )
        }
      >
        <ReservationTable
          labelledBy={SECTION}
          rows={found.rows}
          canEdit={mayCall(scope, endpoints.changeReservation)}
        />
      </ListSection>
    </>
  );
});
