import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { DownloadCatalogue } from './download-catalogue';
import { COLUMN_TITLES, IMPORT_COLUMNS, OPTIONAL_COLUMNS, OPTIONAL_TITLES } from '@/lib/catalogue/import/schema';
import { getTranslator } from '@/lib/i18n/server';

/** The columns of a catalogue file, a short version of docs/catalogue-import.md. */
export function ExpectedColumns() {
  const t = getTranslator('en', 'adminCourses.import.columns');
  return (
    <AdminSection id="columns" title={t('title')} actions={<DownloadCatalogue />}>
      <p className="text-small text-ink-2">
        {t('text')} {t('downloadNote')}
      </p>
      <TableRegion labelledBy="columns">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('also')}</th>
          </tr>
        </thead>
        <tbody>
          {IMPORT_COLUMNS.map((column) => (
            <tr key={column}>
              <th scope="row">{COLUMN_TITLES[column]}</th>
              <td className="long">{t(`${column}.value`)}</td>
              <td className="long">{t(`${column}.also`)}</td>
            </tr>
          ))}
          {OPTIONAL_COLUMNS.map((column) => (
            <tr key={column}>
              <th scope="row">{OPTIONAL_TITLES[column]}</th>
              <td className="long">{t(`${column}.value`)}</td>
              <td className="long">{t(`${column}.also`)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('place.name')}</th>
            <td className="long">{t('place.value')}</td>
            <td className="long">{t('place.also')}</td>
          </tr>
        </tbody>
      </TableRegion>
    </AdminSection>
  );
}
