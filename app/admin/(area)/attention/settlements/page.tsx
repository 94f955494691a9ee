import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { AttentionTable } from '@/components/admin/attention/attention-table';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { ExplainedTable } from '@/components/admin/settlements/explained-table';
import { TransfersTable } from '@/components/admin/settlements/transfers-table';
import { Summary } from '@/components/admin/summary';
import { SpreadsheetButton } from '@/components/admin/users-and-billings/download';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { ATTENTION_LIST } from '@/lib/admin/attention/schema';
import { listExplained, listMovements, listSettlements } from '@/lib/money/payouts/queries';
import { monthOf, shiftMonth, totalsOf } from '@/lib/money/payouts/rules';
import { MONTH_LIST } from '@/lib/money/payouts/schema';
import { formatMonth } from '@/lib/admin/stats/rules';
import * as endpoints from '@/lib/api/payouts';
import { formatINR } from '@/lib/platform/money';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'attention.settlements');
export const metadata: Metadata = { title: t('title') };

/** Differences on this page; all of them are under 'Needs attention'. */
const DIFFERENCES = 20;

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/attention/settlements: online payments of a month, transfers to the bank, and what differs from the reports. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, problems } = MONTH_LIST.parse(await searchParams);
  const month = monthOf(filter);
  const kind = 'settlement';
  const [movements, settlements, counts, differences, explained] = await Promise.all([
    listMovements(scope, month),
    listSettlements(scope, month),
    countAttention(scope),
    listAttention(scope, { kind }, { page: 1, size: DIFFERENCES }),
    listExplained(scope),
  ]);
  const { grossPaise, feePaise, taxPaise, netPaise } = totalsOf(movements);
  const of = (kind: 'payment' | 'refund') => movements.filter((movement) => movement.kind === kind).length;
  const link = (to: string, name: string) => (
    <Button asChild variant="line" size="small">
      <Link href={MONTH_LIST.href({ month: to })} scroll={false}>
        {name}
      </Link>
    </Button>
  );
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/attention">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={null} />
      <AdminSection
        id="month"
        title={formatMonth(month)}
        actions={
          <>
            {link(shiftMonth(month, -1), t('previous'))}
            {month < monthOf({}) && link(shiftMonth(month, 1), t('next'))}
            <SpreadsheetButton kind="payments" filterParams={`month=${month}`} count={movements.length} />
          </>
        }
      >
        <Summary
          label={t('figures', { month: formatMonth(month) })}
          counts={[
            [t('payments'), of('payment')],
            [t('refunds'), of('refund')],
            [t('notSettled'), movements.filter(({ settlement }) => settlement === 'open').length],
            [t('gross'), formatINR(grossPaise)],
            [t('fee'), formatINR(feePaise)],
            [t('tax'), formatINR(taxPaise)],
            [t('net'), formatINR(netPaise)],
          ]}
        />
        {movements.some(({ isTest }) => isTest) && <p className="text-small text-ink-2">{t('test')}</p>}
      </AdminSection>
      <AdminSection id="transfers" title={t('transfers')} note={t('transfersNote', { count: settlements.length })}>
        {settlements.length === 0 ? (
          <EmptyState title={t('noTransfers')} text={t('noTransfersText')} />
        ) : (
          <TransfersTable labelledBy="transfers" rows={settlements} />
        )}
      </AdminSection>
      <AdminSection
        id="differences"
        title={t('differences')}
        note={t('differencesNote', { count: counts[kind] })}
        actions={
          counts[kind] > DIFFERENCES && (
            <Link href={ATTENTION_LIST.href({ kind })} className="text-link underline underline-offset-4">
              {t('all')}
            </Link>
          )
        }
      >
        {differences.length === 0 ? (
          <EmptyState title={t('noDifferences')} text={t('noDifferencesText')} />
        ) : (
          <AttentionTable
            labelledBy="differences"
            rows={differences}
            canRemind={false}
            canAct={mayCall(scope, endpoints.explainDifference)}
          />
        )}
      </AdminSection>
      {explained.length > 0 && (
        <AdminSection id="explained" title={t('explained')}>
          <ExplainedTable labelledBy="explained" rows={explained} />
        </AdminSection>
      )}
    </>
  );
});
