import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { MoveTable } from '@/components/admin/moves/move-table';
import { StartMoves } from '@/components/admin/moves/start-moves';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import * as endpoints from '@/lib/api/moves';
import { listMoves, readMovedOffer } from '@/lib/admin/moves/queries';
import { LISTED_MOVES, MOVE_LIST } from '@/lib/admin/moves/schema';
import { indianIsoDay } from '@/lib/platform/dates';
import { findPage } from '@/lib/platform/list';
import { packRows } from '@/lib/platform/packed-rows';
import { MOVE_DAYS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'moves');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'moves';
const DAY_MS = 24 * 60 * 60 * 1000;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * /admin/catalogue/moves: proposals to move adopted seats to another offer; of one offer what left it and came to it, and a form to start
 * more. Filters and page are search parameters.
 */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page, problems } = MOVE_LIST.parse(await searchParams);
  const [found, offer] = await Promise.all([
    findPage(page, (part) => listMoves(scope, filter, part)),
    filter.course === undefined ? null : readMovedOffer(scope, filter.course),
  ]);
  const mayMove = mayCall(scope, endpoints.moveSeats);
  const none = MOVE_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{offer ? t('of', offer) : t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      {offer && mayMove && offer.adopted > 0 && filter.course !== undefined && (
        <AdminSection id="start" title={t('start.title')} note={t('start.about')}>
          <StartMoves
            from={filter.course}
            session={offer.session}
            until={indianIsoDay(new Date(Date.now() + MOVE_DAYS * DAY_MS))}
          />
        </AdminSection>
      )}
      <ListFilters
        list={MOVE_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ state: t('filter.state') }}
        choices={{ state: LISTED_MOVES.map((state) => [state, t(`state.${state}`)]) }}
      />
      <ListSection
        list={MOVE_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('list')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
      >
        <MoveTable labelledBy={SECTION} rows={packRows(found.rows)} canAct={mayMove} />
      </ListSection>
    </>
  );
});
