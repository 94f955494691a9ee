import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { ENTRY_STATES } from '@/db/schema/enums';
import { adminPage } from '@/components/admin/admin-page';
import { EntryTable } from '@/components/entries/entry-table';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listEntries } from '@/lib/entries/queries';
import { ENTRY_LIST } from '@/lib/entries/schema';
import * as endpoints from '@/lib/api/entries';
import { ENTRY_DAYS } from '@/lib/platform/limits';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'entries');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'entries';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/entries: adoptions that came on paper or by telephone; filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = ENTRY_LIST.parse(await searchParams);
  const found = await findPage(requested, ({ page }) => listEntries(scope, filter, page));
  const none = ENTRY_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/dashboard">{t('back')}</BackLink>
        <PageHead title={t('title')}>
          {mayCall(scope, endpoints.enterSeats) && (
            <Button asChild size="small">
              <Link href="/admin/entries/new">
                <Plus aria-hidden />
                {t('enter')}
              </Link>
            </Button>
          )}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about', { days: ENTRY_DAYS })}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={ENTRY_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('filter.q'), state: t('filter.state') }}
        choices={{ state: ENTRY_STATES.map((state) => [state, t(`state.${state}`)]) }}
      />
      <ListSection
        list={ENTRY_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('entries')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
      >
        <EntryTable labelledBy={SECTION} entries={found.rows} canEdit={mayCall(scope, endpoints.changeEntry)} />
      </ListSection>
    </>
  );
});
