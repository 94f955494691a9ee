import { FileSpreadsheet, Landmark, School } from 'lucide-react';
import type { Metadata } from 'next';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { AttentionTable, canBeConfirmed, canBeReminded } from '@/components/admin/attention/attention-table';
import { ConfirmReceipts } from '@/components/admin/attention/confirm-receipts';
import { KindLinks } from '@/components/admin/attention/kind-links';
import { RemindOffices } from '@/components/admin/attention/remind-offices';
import { SeatLimit } from '@/components/admin/attention/seat-limit';
import { RecordMoney } from '@/components/admin/attention/record-money';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { PageHead } from '@/components/admin/page-head';
import { ListSection } from '@/components/admin/list-section';
import { Button } from '@/components/platform/ui/button';
import { Unlimited } from '@/components/admin/viewer';
import { Link } from '@/components/platform/ui/link';
import { RowSelection } from '@/components/platform/ui/row-selection';
import { isUnlimited } from '@/lib/accounts/administrators/session';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { totalOf } from '@/lib/admin/attention/rules';
import { ATTENTION_LIST } from '@/lib/admin/attention/schema';
import { readSeenUntil } from '@/lib/admin/receipts/many';
import * as receiptsEndpoints from '@/lib/api/receipts';
import * as reportsEndpoints from '@/lib/api/reports';
import * as seatLimitsEndpoints from '@/lib/api/seat-limits';
import { FUNDS_LIST } from '@/lib/funds/schema';
import { formatCount } from '@/lib/platform/format-count';
import { EMAIL_CHANGE_DAYS, MAX_MANY, MAX_RECEIPTS } from '@/lib/platform/limits';
import { findPage } from '@/lib/platform/list';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'attention');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'waiting';

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/attention: adoptions, money, requests and messages that wait for an administrator, by kind. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = ATTENTION_LIST.parse(await searchParams);
  const mayConfirm = filter.kind === 'receipt_waits' && mayCall(scope, receiptsEndpoints.confirmReceipts);
  // Before the rows: what is recorded meanwhile was not seen.
  const seenUntil = mayConfirm && isUnlimited(scope) ? await readSeenUntil(scope) : null;
  const counts = await countAttention(scope);
  const total = filter.kind ? counts[filter.kind] : totalOf(counts);
  const found = await findPage(requested, async (page) => ({ rows: await listAttention(scope, filter, page), total }));
  const receipts = found.rows.filter(canBeConfirmed);
  const canConfirm = seenUntil !== null && receipts.length > 1;
  const mayRemind = mayCall(scope, reportsEndpoints.remindOffice);
  const offices = filter.kind === 'reports_late' && mayRemind ? found.rows.filter(canBeReminded) : [];
  const canRemind = offices.length > 1;
  return (
    <>
      <PageHead title={t('title')}>
        {mayCall(scope, receiptsEndpoints.readBankStatement) && (
          <Button asChild variant="line" size="small">
            <Link href="/admin/attention/bank-statement">
              <FileSpreadsheet aria-hidden />
              {t('statement.open')}
            </Link>
          </Button>
        )}
        <Unlimited>
          <Button asChild variant="line" size="small">
            <Link href="/admin/attention/settlements">
              <Landmark aria-hidden />
              {t('settlements.open')}
            </Link>
          </Button>
          <Button asChild variant="line" size="small">
            <Link href={FUNDS_LIST.path}>
              <School aria-hidden />
              {t('toFunds')}
            </Link>
          </Button>
        </Unlimited>
        {mayCall(scope, seatLimitsEndpoints.setSeatLimit) && <SeatLimit />}
        {mayCall(scope, receiptsEndpoints.recordReceipt) && <RecordMoney />}
      </PageHead>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <KindLinks counts={counts} current={filter.kind ?? 'all'} />
      <ListSection
        list={ATTENTION_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t(filter.kind ? `kind.${filter.kind}` : 'list')}
        note={t('found', { count: formatCount(total) })}
        pages={t('pages')}
        empty={
          isUnlimited(scope)
            ? { title: t(filter.kind ? 'noneOfKind' : 'none'), text: t(filter.kind ? 'noneOfKindText' : 'noneText') }
            : { title: t('noneInArea'), text: t('noneInAreaText') }
        }
        head={
          filter.kind && (
            <p className="text-small text-ink-2">{t(`about.${filter.kind}`, { days: EMAIL_CHANGE_DAYS })}</p>
          )
        }
      >
        <RowSelection
          values={(canRemind ? offices : receipts).map(({ id }) => id)}
          all={
            ((canConfirm && total <= MAX_RECEIPTS) || (canRemind && total <= MAX_MANY)) && { count: total, filter: '' }
          }
        >
          {canConfirm && (
            <ConfirmReceipts versions={receipts.map(({ version }) => version!)} seenUntil={seenUntil.toISOString()} />
          )}
          {canRemind && <RemindOffices />}
          <AttentionTable
            labelledBy={SECTION}
            rows={found.rows}
            canAct={mayCall(scope, receiptsEndpoints.rejectReceipt)}
            canRemind={mayRemind}
            canChoose={canConfirm || canRemind}
          />
        </RowSelection>
      </ListSection>
    </>
  );
}, IN_AREA);
