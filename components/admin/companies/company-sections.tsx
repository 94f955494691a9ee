import { listedColumns } from '@/components/admin/adoptions/listed-columns';
import { AdminSection } from '@/components/admin/section';
import { Email } from '@/components/admin/users-and-billings/cells';
import { DescriptionList } from '@/components/admin/users-and-billings/description-list';
import { PaymentTag } from '@/components/admin/users-and-billings/payment-tag';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { CompanyAdoption, CompanyRecord } from '@/lib/admin/companies/queries';
import { CORRECTED_FIELDS } from '@/lib/admin/companies/schema';
import { BILLING_LIST, USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'companies');
const tCompany = getTranslator('en', 'company');
const tBillings = getTranslator('en', 'usersAndBillings');

/** All spellings of the name, what the records say, each with how often, and the sums of all adoptions. */
export function NamesAndNumbers({ company: { names, values, sums } }: { company: CompanyRecord }) {
  return (
    <AdminSection id="facts" title={t('facts.title')}>
      <DescriptionList
        items={[
          [
            t('facts.names'),
            names.map(({ name, count }) => t('facts.named', { name, count })).join('; ') || t('facts.none'),
          ],
          ...CORRECTED_FIELDS.map((field) => {
            const [only, ...others] = values[field].map(({ value, count }) => ({
              value: field === 'kind' ? tCompany(`kind.${value as 'company'}`) : value,
              count,
            }));
            const text = !only
              ? t('facts.unknown')
              : others.length === 0
                ? only.value
                : [only, ...others].map((each) => t('facts.differs', each)).join('; ');
            return [tCompany(`field.${field}`), text] as const;
          }),
          [t('sums.adoptions'), formatCount(sums.adoptions)],
          [t('sums.seats'), formatCount(sums.seats)],
          ...(['pledged', 'received', 'repaid', 'outstanding'] as const).map(
            (sum) => [t(`sums.${sum}`), formatINR(sums[sum])] as const,
          ),
        ]}
      />
    </AdminSection>
  );
}

/** What administrators joined. */
export function JoinedParts({ joined }: Pick<CompanyRecord, 'joined'>) {
  return (
    <AdminSection id="joined" title={t('joined.title')}>
      <DataTable
        labelledBy="joined"
        rows={joined}
        rowKey={({ key }) => key}
        columns={[
          { title: t('joined.what'), as: 'name', cell: ({ name }) => name },
          { title: t('joined.home'), as: 'name', cell: ({ home }) => home ?? t('joined.part') },
          { title: t('joined.by'), as: 'name', cell: ({ by }) => by },
          { title: t('joined.at'), as: 'moment', cell: ({ at }) => formatDateTime(at) },
          { title: t('joined.reason'), as: 'long', cell: ({ reason }) => reason },
        ]}
      />
    </AdminSection>
  );
}

/** The owners of accounts with their colleagues, and the contacts of guests. */
export function CompanyPeople({ company: { accounts, guests } }: { company: CompanyRecord }) {
  const people = [
    ...accounts.map(({ role, ...person }) => ({
      ...person,
      role: role === null ? t('people.owner') : t(`people.${role}`),
      isUser: true,
    })),
    ...guests.map(({ adoptions, ...person }) => ({
      ...person,
      role: t('people.guest', { count: adoptions }),
      isUser: false,
    })),
  ];
  return (
    <AdminSection id="people" title={t('people.title')}>
      <DataTable
        labelledBy="people"
        rows={people}
        rowKey={({ email, isUser }) => `${email} ${isUser}`}
        none={t('people.none')}
        columns={[
          { title: t('people.name'), as: 'name', cell: ({ name }) => name },
          {
            title: t('people.email'),
            as: 'name',
            cell: ({ email, isUser }) =>
              isUser ? (
                <Link href={USER_LIST.href({ q: email })} prefetch={false}>
                  <Email>{email}</Email>
                </Link>
              ) : (
                <Email>{email}</Email>
              ),
          },
          { title: t('people.phone'), as: 'digits', cell: ({ phone }) => phone },
          { title: t('people.role'), as: 'name', cell: ({ role }) => role },
        ]}
      />
    </AdminSection>
  );
}

type CompanyAdoptionsProps = { id: string; adoptions: readonly CompanyAdoption[]; sums: CompanyRecord['sums'] };

/** The newest adoptions, and the sums of all. */
export function CompanyAdoptions({ id, adoptions, sums }: CompanyAdoptionsProps) {
  const { reference, company } = listedColumns({
    reference: t('adoptions.reference'),
    company: t('adoptions.company'),
  });
  const amount = (name: 'pledged' | 'received' | 'outstanding') => ({
    title: t(`adoptions.${name}`),
    as: 'figure' as const,
    cell: (row: CompanyAdoption) => formatINR(row[name]),
    sum: formatINR(sums[name]),
  });
  return (
    <AdminSection
      id="adoptions"
      title={t('adoptions.title')}
      actions={
        sums.adoptions > 0 && (
          <Link
            href={BILLING_LIST.href({ companyId: id })}
            prefetch={false}
            className="text-link underline underline-offset-4"
          >
            {t('adoptions.all', { count: sums.adoptions })}
          </Link>
        )
      }
    >
      <DataTable
        labelledBy="adoptions"
        rows={adoptions}
        rowKey={(row) => row.reference}
        none={t('adoptions.none')}
        columns={[
          { ...reference, sum: t('adoptions.sum') },
          { title: company.title, as: 'name', cell: (row) => row.company },
          { title: t('adoptions.made'), as: 'moment', cell: ({ createdAt }) => formatDateTime(createdAt) },
          {
            title: t('adoptions.seats'),
            as: 'figure',
            cell: ({ seats }) => formatCount(seats),
            sum: formatCount(sums.seats),
          },
          amount('pledged'),
          amount('received'),
          amount('outstanding'),
          {
            title: t('adoptions.state'),
            cell: ({ status }) => <PaymentTag status={status}>{tBillings(`status.${status}`)}</PaymentTag>,
          },
        ]}
      />
    </AdminSection>
  );
}
