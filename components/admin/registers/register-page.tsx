import type { ReactNode } from 'react';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { KeysetPager } from '@/components/admin/keyset-pager';
import { ListFilters } from '@/components/admin/list-filters';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { SpreadsheetButton } from '@/components/admin/users-and-billings/download';
import { EmptyState } from '@/components/platform/ui/empty-state';
import type { PAPER_LIST, RECEIPT_LIST, REFUND_LIST } from '@/lib/admin/registers/schema';
import { formatCount } from '@/lib/platform/format-count';
import type { Place } from '@/lib/platform/keyset';
import { getTranslator } from '@/lib/platform/i18n/server';
import { RegisterTabs } from './tabs';

const t = getTranslator('en', 'registers');

type RegisterPageProps = {
  kind: 'papers' | 'receipts' | 'refunds';
  list: typeof PAPER_LIST | typeof RECEIPT_LIST | typeof REFUND_LIST;
  /** Without the place. */
  filter: Readonly<Record<string, string | undefined>>;
  place: Place;
  problems: readonly string[];
  labels: Readonly<Record<string, string>>;
  choices: Parameters<typeof ListFilters>[0]['choices'];
  /** The number of entries on all pages. */
  total: number;
  /** The page; `first` and `last` of its rows are places. */
  found: { first: string | undefined; last: string | undefined; above: boolean; below: boolean };
  /** What stands above the filters. */
  head?: ReactNode;
  /** The table, labelled by the kind. */
  children: ReactNode;
};

/** A page of registers: what it has, its filters, its table and the links to its pages. */
export function RegisterPage(props: RegisterPageProps) {
  const { kind, list, filter, place, problems, labels, choices, total, found, head, children } = props;
  const isFiltered = list.isFiltered(filter);
  const shown =
    total > 0 ? (
      children
    ) : (
      <EmptyState
        title={isFiltered ? t('filter.nothing') : t(`${kind}.none`)}
        text={isFiltered ? t('filter.nothingText') : t(`${kind}.noneText`)}
      />
    );
  return (
    <>
      <PageHead title={t('title')} />
      <RegisterTabs current={list.path as '/admin/registers'} />
      <p className="max-w-prose text-small text-ink-2">{t(`${kind}.about`)}</p>
      {head}
      <IgnoredParamsNotice names={problems} missing={null} />
      <ListFilters list={list} filter={filter} section={kind} label={t('filters')} labels={labels} choices={choices} />
      <AdminSection
        id={kind}
        title={t(`${kind}.title`)}
        note={<span role="status">{t('found', { count: total, shown: formatCount(total) })}</span>}
        actions={total > 0 && <SpreadsheetButton kind={kind} filterParams={list.query(filter)} count={total} />}
      >
        {shown}
        <KeysetPager list={list} filter={filter} place={place} {...found} section={kind} label={t('pages')} />
      </AdminSection>
    </>
  );
}
