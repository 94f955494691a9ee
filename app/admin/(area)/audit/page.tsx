import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { Dropped } from '@/components/admin/dropped';
import { FilterForm } from '@/components/admin/filter-form';
import { PageHead } from '@/components/admin/page-head';
import { PageTurn } from '@/components/admin/page-turn';
import { AdminSection } from '@/components/admin/section';
import { AuditFields } from '@/components/audit/audit-fields';
import { EntryTable } from '@/components/audit/entry-table';
import { Narrowed } from '@/components/audit/narrowed';
import { NoEntries } from '@/components/audit/no-entries';
import { Turns } from '@/components/audit/turns';
import { auditActors, auditCourse, listEntries, readEntry } from '@/lib/audit/queries';
import { auditHref, parseAuditAddress, showsParts } from '@/lib/audit/rules';
import { getTranslator } from '@/lib/i18n/server';

const t = getTranslator('en', 'audit');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'entries';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/audit: what administrators and the operator's commands did. The address holds filters and place. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, place, problems } = parseAuditAddress(await searchParams);
  const [{ entries, newer, older }, actors, course, cause] = await Promise.all([
    listEntries(scope, filter, place),
    auditActors(scope),
    filter.subject === undefined ? null : auditCourse(scope, filter.subject),
    filter.cause === undefined ? null : readEntry(scope, filter.cause),
  ]);
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <>
      <PageHead title={t('title')} />
      <Dropped names={problems} missing={null} />
      <FilterForm path="/admin/audit" section={SECTION} label={t('filters')} values={filter} isFiltered={isFiltered}>
        <AuditFields filter={filter} actors={actors} />
      </FilterForm>
      <AdminSection id={SECTION} title={t('entries')} note={t('note')}>
        <Narrowed subject={filter.subject} course={course} cause={cause} />
        {!showsParts(filter) && <p className="text-small text-ink-2">{t('partsHidden')}</p>}
        {entries.length === 0 ? (
          <NoEntries filtered={isFiltered} />
        ) : (
          <EntryTable labelledBy={SECTION} entries={entries} filter={filter} />
        )}
        <Turns filter={filter} place={place} entries={entries} newer={newer} older={older} />
        <PageTurn section={SECTION} turn={auditHref(filter, place)} />
      </AdminSection>
    </>
  );
});
