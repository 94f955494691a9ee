import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { RESERVATION_KINDS } from '@/db/schema/enums';
import { adminPage } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { ReservationTable } from '@/components/admin/reservations/reservation-table';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listReservations } from '@/lib/admin/reservations/queries';
import { RESERVATION_LIST, RESERVATION_STATES } from '@/lib/admin/reservations/schema';
import { WAITING_LIST } from '@/lib/waiting/admin/schema';
import { sessionNames } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/reservations';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'reservations');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'reservations';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/catalogue/reservations: seats that are kept for companies; filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = RESERVATION_LIST.parse(await searchParams);
  const [found, sessions] = await Promise.all([
    findPage(requested, ({ page }) => listReservations(scope, filter, page)),
    sessionNames(scope),
  ]);
  const none = RESERVATION_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')}>
          {mayCall(scope, endpoints.reserveSeats) && (
            <Button asChild size="small">
              <Link href="/admin/catalogue/reservations/agreement">
                <Plus aria-hidden />
                {t('agreement.title')}
              </Link>
            </Button>
          )}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">
        {t('about')}{' '}
        <Link href={WAITING_LIST.path} className="text-link underline underline-offset-4">
          {t('waiting.title')}
        </Link>
      </p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={RESERVATION_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('filter.q'), session: t('filter.session'), kind: t('filter.kind'), state: t('filter.state') }}
        choices={{
          session: sessions,
          kind: RESERVATION_KINDS.map((kind) => [kind, t(`kind.${kind}`)]),
          state: RESERVATION_STATES.map((state) => [state, t(`state.${state}`)]),
        }}
      />
      <ListSection
        list={RESERVATION_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('reservations')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
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
