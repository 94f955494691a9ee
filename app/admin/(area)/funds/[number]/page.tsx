import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { ActOnFile, DownloadFile } from '@/components/admin/bank-files/file-actions';
import { FilePayments } from '@/components/admin/bank-files/file-payments';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { readBankFile } from '@/lib/admin/bank-files/queries';
import { ofBankFile } from '@/lib/admin/bank-files/schema';
import { mayCall } from '@/lib/accounts/administrators/roles';
import * as endpoints from '@/lib/api/payees';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'funds');
export const metadata: Metadata = { title: t('file.title') };

type Props = { params: Promise<{ number: string }> };

/** /admin/funds/{number}: a file for the bank with its payments, and what can be done with all of them or with one. */
export default adminPage(async (scope, { params }: Props) => {
  const parsed = ofBankFile.safeParse(await params);
  const file = parsed.success ? await readBankFile(scope, parsed.data.number) : null;
  if (!file) notFound();
  const { number, payOn, preparedBy, payments } = file;
  const canAct = mayCall(scope, endpoints.prepareBankFile);
  const isIn = (...states: string[]) => payments.filter(({ state }) => states.includes(state));
  const waiting = isIn('recorded');
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/funds">{t('file.back')}</BackLink>
        <PageHead title={t('file.name', { number })}>
          {canAct && waiting.some(({ needsOther }) => !needsOther) && <ActOnFile action="confirm" number={number} />}
          {canAct && isIn('ordered').length > 0 && <DownloadFile number={number} />}
          {canAct && isIn('recorded', 'ordered').length > 0 && <ActOnFile action="reject" number={number} />}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">
        {t('file.line', {
          payments: payments.length,
          amount: formatINR(payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
          day: formatTableDay(payOn),
        })}
        {'; '}
        {t('file.by', { admin: preparedBy ?? t('gone') })}
      </p>
      {canAct && waiting.some(({ needsOther }) => needsOther) && <p className="text-small">{t('file.own')}</p>}
      {isIn('ordered').length > 0 && <p className="max-w-prose text-small">{t('file.downloadNote')}</p>}
      <AdminSection id="payments" title={t('file.payees')}>
        <FilePayments labelledBy="payments" payments={payments} number={number} canAct={canAct} />
      </AdminSection>
    </>
  );
});
