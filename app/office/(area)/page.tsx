import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { OfficeList } from '@/components/office/office-list';
import { MoneyDue, moneyDue, OfficeMoney } from '@/components/office/money/office-money';
import { officePage } from '@/components/office/office-page';
import { AnsweredNote } from '@/components/proposals/office/answered-note';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { getTranslations } from '@/lib/platform/i18n/server';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { stateOfficeAccount } from '@/lib/api/payees';
import { readOfficeAccounts } from '@/lib/payees/queries';
import { readOfficeFunds } from '@/lib/funds/queries';
import { listAdoptedOffers } from '@/lib/register/queries';
import { listDue } from '@/lib/register/report-queries';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('seats.title') };
}

/** /office: the adopted seats of an office's institutes by offer, each with what has to be done for it, and their money. */
export default officePage(async (scope) => {
  const t = await getTranslations('office');
  const [offers, reports, funds, accounts] = await Promise.all([
    listAdoptedOffers(scope),
    listDue(scope),
    readOfficeFunds(scope),
    readOfficeAccounts(scope),
  ]);
  const due = moneyDue(funds);
  const isNamed = scope.institutes.length > 1;
  const isDone =
    due.transfers + due.uses === 0 && reports.length === 0 && offers.every(({ enrolled, seats }) => enrolled >= seats);
  return (
    <>
      <PageHead title={t('seats.title')} />
      <AnsweredNote scope={scope} />
      <MoneyDue due={due} />
      {offers.length === 0 ? (
        <EmptyState title={t('seats.noneTitle')} text={t('seats.noneText')} />
      ) : (
        <>
          {isDone && <p className="text-small text-ink-2">{t('due.none')}</p>}
          <OfficeList offers={offers} reports={reports} isNamed={isNamed} />
        </>
      )}
      <OfficeMoney funds={funds} accounts={accounts} isNamed={isNamed} isHead={mayCall(scope, stateOfficeAccount)} />
    </>
  );
});
