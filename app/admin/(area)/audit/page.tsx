import type { Metadata } from 'next';
import { Suspense } from 'react';
import { adminPage } from '@/components/admin/admin-page';
import { ChainState } from '@/components/admin/audit-log/chain-state';
import { EntryTable } from '@/components/admin/audit-log/entry-table';
import { FilterNote } from '@/components/admin/audit-log/filter-note';
import { NoEntries } from '@/components/admin/audit-log/no-entries';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { KeysetPager } from '@/components/admin/keyset-pager';
import { ListFilters } from '@/components/admin/list-filters';
import { PageHead } from '@/components/admin/page-head';
import { RegisterTabs } from '@/components/admin/registers/tabs';
import { AdminSection } from '@/components/admin/section';
import { auditActors, auditCourse, listEntries, readEntry } from '@/lib/admin/audit-log/queries';
import { showsParts } from '@/lib/admin/audit-log/rules';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { undoImport } from '@/lib/api/administration';
import { AUDIT_ACTIONS, AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { splitPlace } from '@/lib/platform/keyset';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'auditLog');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'entries';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/audit: the actions of administrators and of operator commands. Filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, place, problems } = splitPlace(AUDIT_LIST.parse(await searchParams));
  const [{ entries, newer, older }, actors, course, cause] = await Promise.all([
    listEntries(scope, filter, place),
    auditActors(scope),
    filter.subject === undefined ? null : auditCourse(scope, filter.subject),
    filter.cause === undefined ? null : readEntry(scope, filter.cause),
  ]);
  const isFiltered = AUDIT_LIST.isFiltered(filter);
  const reference = filter.subject === undefined ? undefined : entries[0]?.after?.reference?.toString();

  return (
    <>
      <PageHead title={t('title')} />
      <RegisterTabs current={AUDIT_LIST.path} />
      <Suspense>
        <ChainState />
      </Suspense>
      <IgnoredParamsNotice names={problems} missing={null} />
      <ListFilters
        list={AUDIT_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{
          action: t('filter.action'),
          who: t('filter.who'),
          from: t('filter.from'),
          to: t('filter.to'),
        }}
        choices={{
          action: AUDIT_ACTIONS.map((action) => [action, t(`action.${action}`)]),
          who: actors.map((actor) => [actor, actor === 'command' ? t('command') : actor]),
        }}
      />
      <AdminSection id={SECTION} title={t('entries')} note={t('note')}>
        <FilterNote subject={filter.subject} course={course} reference={reference} cause={cause} />
        {!showsParts(filter) && <p className="text-small text-ink-2">{t('partsHidden')}</p>}
        {entries.length === 0 ? (
          <NoEntries filtered={isFiltered} />
        ) : (
          <EntryTable labelledBy={SECTION} entries={entries} mayUndo={mayCall(scope, undoImport)} />
        )}
        <KeysetPager
          list={AUDIT_LIST}
          filter={filter}
          place={place}
          first={entries[0]?.id.toString()}
          last={entries.at(-1)?.id.toString()}
          above={newer}
          below={older}
          section={SECTION}
          label={t('pages')}
        />
      </AdminSection>
    </>
  );
});
