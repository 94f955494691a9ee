import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { getTranslator } from '@/lib/i18n/server';
import { PaperButton } from './paper-button';
import { nameOf, timeOf } from './texts';

/** The issued papers, each to download. */
export function PapersSection({ papers }: Pick<AdminAdoption, 'papers'>) {
  const t = getTranslator('en', 'adminAdoption.papers');
  return (
    <AdminSection id="papers" title={t('title')}>
      {papers.length === 0 ? (
        <p className="text-small text-ink-2">{t('none')}</p>
      ) : (
        <TableRegion labelledBy="papers">
          <thead>
            <tr>
              {(['serial', 'kind', 'issued'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {papers.toReversed().map(({ id, serial, kind, issuedMs }) => (
              <tr key={id}>
                <th scope="row">
                  <PaperButton id={id} serial={serial} />
                </th>
                <td>{nameOf('papers.kinds', kind)}</td>
                <td className="tabular-nums">{timeOf(issuedMs)}</td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </AdminSection>
  );
}
