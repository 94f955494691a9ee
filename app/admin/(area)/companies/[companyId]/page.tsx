import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { CorrectCompany, JoinCompany, PartCompany } from '@/components/admin/companies/change-company';
import {
  CompanyAdoptions,
  CompanyPeople,
  JoinedParts,
  NamesAndNumbers,
} from '@/components/admin/companies/company-sections';
import { CompanyLink } from '@/components/admin/companies/company-link';
import { PageHead } from '@/components/admin/page-head';
import { PaperTable, ReceiptTable, RefundTable } from '@/components/admin/registers/tables';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { companyPath } from '@/lib/admin/companies/path';
import { listCompanyAdoptions, readCompanyRecord } from '@/lib/admin/companies/queries';
import { listReceipts, listRefunds, sumReceipts, sumRefunds } from '@/lib/admin/registers/money';
import { countPapers, listPapers } from '@/lib/admin/registers/papers';
import { PAPER_LIST, RECEIPT_LIST, REFUND_LIST } from '@/lib/admin/registers/schema';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import * as endpoints from '@/lib/api/companies';
import { getTranslator } from '@/lib/platform/i18n/server';
import { isUuid } from '@/lib/platform/uuid';

const t = getTranslator('en', 'companies');
export const metadata: Metadata = { title: t('title') };

/** Adoptions, and rows of money and papers, that stand here; the lists have all. */
const ADOPTIONS = 25;
const ROWS = 10;

type Props = { params: Promise<{ companyId: string }> };

/** /admin/companies/{companyId}: a company with its names, people, adoptions, money and papers. One that was joined leads to the other one. */
export default adminPage(async (scope, { params }: Props) => {
  const { companyId: id } = await params;
  if (!isUuid(id)) notFound();
  const company = await readCompanyRecord(scope, id);
  if (!company) notFound();
  if ('joinedWith' in company) redirect(companyPath(company.joinedWith));
  const filter = { companyId: id };
  const [adoptions, receipts, receiptSums, refunds, refundSums, papers, paperCount] = await Promise.all([
    listCompanyAdoptions(scope, id, ADOPTIONS),
    listReceipts(scope, filter, {}, ROWS),
    sumReceipts(scope, filter),
    listRefunds(scope, filter, {}, ROWS),
    sumRefunds(scope, filter),
    listPapers(scope, filter, {}, ROWS),
    countPapers(scope, filter),
  ]);
  const { name, similar, joined } = company;
  const canEdit = mayCall(scope, endpoints.changeCompany);
  const all = (list: typeof PAPER_LIST | typeof RECEIPT_LIST | typeof REFUND_LIST) => (
    <Link href={list.href(filter)} prefetch={false} className="text-link underline underline-offset-4">
      {t('money.all')}
    </Link>
  );
  return (
    <>
      <div className="grid gap-1">
        <BackLink href={REPORT_LIST.href({ rows: 'company' })}>{t('back')}</BackLink>
        <PageHead title={name || t('title')}>
          {canEdit && (
            <Button asChild size="small">
              <Link href={`/admin/entries/new?company=${id}`}>{t('seats')}</Link>
            </Button>
          )}
          {canEdit && <CorrectCompany id={id} name={name} newest={company.newest} />}
          {canEdit && <JoinCompany id={id} name={name} similar={similar} />}
          {canEdit && joined.length > 0 && (
            <PartCompany id={id} name={name} joined={joined.map(({ key, name: of }) => ({ key, name: of }))} />
          )}
        </PageHead>
      </div>
      {similar.length > 0 && (
        <AdminSection id="similar" title={t('similar')}>
          <ul className="grid list-disc gap-2 ps-5 text-small">
            {similar.map(({ id: other, name: called, isPan }) => (
              <li key={other}>
                <CompanyLink company={t(isPan ? 'pan' : 'near', { name: called })} groupId={other} />
              </li>
            ))}
          </ul>
        </AdminSection>
      )}
      <NamesAndNumbers company={company} />
      {joined.length > 0 && <JoinedParts joined={joined} />}
      <CompanyPeople company={company} />
      <CompanyAdoptions id={id} adoptions={adoptions} sums={company.sums} />
      <AdminSection id="receipts" title={t('money.receipts')} actions={receipts.rows.length > 0 && all(RECEIPT_LIST)}>
        {receipts.rows.length > 0 ? (
          <ReceiptTable rows={receipts.rows} sums={receiptSums} />
        ) : (
          <None>{t('money.noReceipts')}</None>
        )}
      </AdminSection>
      <AdminSection id="refunds" title={t('money.refunds')} actions={refunds.rows.length > 0 && all(REFUND_LIST)}>
        {refunds.rows.length > 0 ? (
          <RefundTable rows={refunds.rows} sums={refundSums} />
        ) : (
          <None>{t('money.noRefunds')}</None>
        )}
      </AdminSection>
      <AdminSection
        id="papers"
        title={t('money.papers')}
        note={paperCount > 0 && paperCount}
        actions={paperCount > 0 && all(PAPER_LIST)}
      >
        {papers.rows.length > 0 ? <PaperTable rows={papers.rows} /> : <None>{t('money.noPapers')}</None>}
      </AdminSection>
    </>
  );
});

const None = ({ children }: { children: string }) => <p className="text-small text-ink-2">{children}</p>;
