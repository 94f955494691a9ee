'use client';

import { useTranslations } from 'use-intl';
import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { InstituteOffice, InstitutePerson } from '@/lib/admin/offices/queries';
import { adminInstitutePath } from '@/lib/catalogue/institute-path';
import { REPORT_LIST } from '@/lib/register/checks/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { placeOf } from '@/lib/platform/place-of';
import { CloseOffice } from './close-office';

type Rights = { mayClose: boolean; mayRemoveFactor: boolean };
type OfficeTableProps = Rights & {
  labelledBy: string;
  rows: readonly InstituteOffice[];
  /** Whether institutes can be chosen, to invite their contacts or to write to them. */
  canChoose: boolean;
};

/**
 * Institutes with the people of their offices, and what an administrator may do about them. A client component, so that the page
 * carries its rows as data and not as elements.
 */
export function OfficeTable({ labelledBy, rows, canChoose, ...rights }: OfficeTableProps) {
  const t = useTranslations('offices');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      selection={
        canChoose && (({ id, name, city }) => ({ value: id, label: t('choose', { institute: placeOf(name, city) }) }))
      }
      columns={[
        {
          title: t('column.institute'),
          as: 'name',
          className: 'font-semibold',
          cell: ({ id, name }) => <Link href={adminInstitutePath(id)}>{name}</Link>,
        },
        { title: t('column.city'), as: 'name', cell: ({ city }) => city },
        { title: t('column.people'), cell: ({ people }) => <People people={people} {...rights} /> },
        {
          title: t('column.late'),
          as: 'figure',
          cell: ({ name, late }) =>
            late > 0 && (
              <Link
                href={REPORT_LIST.href({ q: name, state: 'late' })}
                aria-label={t('lateOf', { count: late, institute: name })}
              >
                {formatCount(late)}
              </Link>
            ),
        },
        { title: t('column.contact'), as: 'name', cell: ({ contact }) => contact },
      ]}
    />
  );
}

function People({ people, ...rights }: Rights & { people: readonly InstitutePerson[] }) {
  const t = useTranslations('offices');
  if (people.length === 0) return <span className="text-ink-2">{t('noOffice')}</span>;
  return (
    <ul className="people">
      {people.map((person) => (
        <Person key={person.id} person={person} {...rights} />
      ))}
    </ul>
  );
}

function Person({ person, mayClose, mayRemoveFactor }: Rights & { person: InstitutePerson }) {
  const t = useTranslations('offices');
  const { id, username, role, isInvited, hasFactor, lastUsedAt } = person;
  const state = isInvited
    ? t('personState.invited')
    : lastUsedAt
      ? t('personState.used', { at: formatDateTime(lastUsedAt) })
      : t('personState.never');
  return (
    <li>
      {[t('person', { username, role: t(`role.${role}`), state }), hasFactor && t('withFactor')]
        .filter(Boolean)
        .join(', ')}
      {hasFactor && mayRemoveFactor && <RemoveFactor other={{ id, username }} />}
      {mayClose && <CloseOffice id={id} username={username} />}
    </li>
  );
}
