import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { AccountList } from '@/components/admin/bank-files/account-list';
import { FileList } from '@/components/admin/bank-files/file-list';
import { PrepareFile } from '@/components/admin/bank-files/prepare-file';
import { InstituteList } from '@/components/admin/funds/institute-list';
import { ReleaseList } from '@/components/admin/funds/release-list';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listBankFiles } from '@/lib/admin/bank-files/queries';
import * as endpoints from '@/lib/api/funds';
import { readFunds, readReleases } from '@/lib/funds/queries';
import { sumOf } from '@/lib/funds/rules';
import { FUNDS_LIST } from '@/lib/funds/schema';
import { listStatedInstitutes, readPayeeAccounts } from '@/lib/payees/queries';
import { findPage, PAGE_SIZE } from '@/lib/platform/list';
import { formatINR } from '@/lib/platform/money';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'funds');
export const metadata: Metadata = { title: t('title') };

const [TO_PASS_ON, FILES, TRANSFERS] = ['to-pass-on', 'files', 'transfers'];
/** Files that are listed. */
const SHOWN_FILES = 10;

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/funds: what can be passed on to institutes, and the transfers; the search is of both. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = FUNDS_LIST.parse(await searchParams);
  const [funds, files, stated, found] = await Promise.all([
    readFunds(scope),
    listBankFiles(scope, SHOWN_FILES),
    listStatedInstitutes(scope),
    findPage(requested, (page) => readReleases(scope, filter, page)),
  ]);
  const words = (filter.q ?? '').toLocaleLowerCase('en');
  const isMatch = ({ name, city }: { name: string; city: string }) =>
    `${name} ${city}`.toLocaleLowerCase('en').includes(words);
  const matching = funds.filter(isMatch);
  const shown = matching.slice(0, PAGE_SIZE);
  const others = stated
    .filter((institute) => isMatch(institute) && !shown.some(({ id }) => id === institute.id))
    .slice(0, PAGE_SIZE);
  const accounts = await readPayeeAccounts(
    scope,
    [...shown, ...others].map(({ id }) => id),
  );
  const isFiltered = FUNDS_LIST.isFiltered(filter);
  const canAct = mayCall(scope, endpoints.recordRelease);
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/attention">{t('back')}</BackLink>
        <PageHead title={t('title')}>{canAct && <PrepareFile />}</PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      {(isFiltered || funds.length + found.total > 0) && (
        <ListFilters
          list={FUNDS_LIST}
          filter={filter}
          section={TO_PASS_ON}
          label={t('filters')}
          labels={{ q: t('filter.q') }}
          choices={{}}
        />
      )}
      <AdminSection
        id={TO_PASS_ON}
        title={t('toPassOn')}
        note={
          matching.length > 0 &&
          t('toPassOnNote', {
            count: matching.length,
            amount: formatINR(sumOf(matching, ({ passablePaise }) => passablePaise)),
          })
        }
      >
        {shown.length === 0 ? (
          <EmptyState
            title={t(isFiltered ? 'noneFound' : 'noneToPassOn')}
            text={t(isFiltered ? 'noneFoundText' : 'noneToPassOnText')}
          />
        ) : (
          <InstituteList labelledBy={TO_PASS_ON} institutes={shown} accounts={accounts} canAct={canAct} />
        )}
        {matching.length > shown.length && (
          <p className="text-small text-ink-2">{t('more', { count: matching.length - shown.length })}</p>
        )}
      </AdminSection>
      {others.length > 0 && (
        <AdminSection id="accounts" title={t('account.toConfirm')}>
          <AccountList labelledBy="accounts" institutes={others} accounts={accounts} canAct={canAct} />
        </AdminSection>
      )}
      {files.length > 0 && (
        <AdminSection id={FILES} title={t('file.title')} note={t('file.about')}>
          <FileList labelledBy={FILES} files={files} />
        </AdminSection>
      )}
      <ListSection
        list={FUNDS_LIST}
        filter={filter}
        found={found}
        id={TRANSFERS}
        title={t('transfers')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{
          title: t(isFiltered ? 'noneMatch' : 'none'),
          text: t(isFiltered ? 'noneMatchText' : 'noneText'),
        }}
      >
        <ReleaseList labelledBy={TRANSFERS} releases={found.rows} canAct={canAct} />
      </ListSection>
    </>
  );
});
