import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import { DownloadCatalogue } from './download-catalogue';
import { COURSE_TYPES } from '@/db/schema/enums';
import { listedTypes } from '@/lib/catalogue/localized-names';
import { COLUMN_TITLES, IMPORT_COLUMNS, OPTIONAL_COLUMNS, OPTIONAL_TITLES } from '@/lib/catalogue-import/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

/** The columns of a catalogue file, a short version of docs/catalogue-import.md. */
export function ExpectedColumns() {
  const t = getTranslator('en', 'catalogueImport.columns');
  const types = listedTypes('en', COURSE_TYPES, 'or');
  const rows = [
    ...IMPORT_COLUMNS.map((column) => [column, COLUMN_TITLES[column]] as const),
    ...OPTIONAL_COLUMNS.map((column) => [column, OPTIONAL_TITLES[column]] as const),
    ['place', t('place.name')] as const,
  ];
  return (
    <AdminSection id="columns" title={t('title')} actions={<DownloadCatalogue />}>
      <p className="text-small text-ink-2">
        {t('text')} {t('downloadNote')}
      </p>
      <DataTable
        labelledBy="columns"
        rows={rows}
        rowKey={([column]) => column}
        columns={[
          { title: t('name'), cell: ([, title]) => title },
          { title: t('value'), as: 'long', cell: ([column]) => t(`${column}.value`, { types }) },
          { title: t('also'), as: 'long', cell: ([column]) => t(`${column}.also`) },
        ]}
      />
    </AdminSection>
  );
}
