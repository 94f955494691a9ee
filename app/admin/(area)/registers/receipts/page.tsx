import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { RegisterPage } from '@/components/admin/registers/register-page';
import { ReceiptTable } from '@/components/admin/registers/tables';
import { listReceipts, placeOf, sumReceipts } from '@/lib/admin/registers/money';
import { sumCounts } from '@/lib/admin/registers/rules';
import { RECEIPT_LIST } from '@/lib/admin/registers/schema';
import { RECEIPT_FILTERS } from '@/lib/admin/registers/texts';
import { splitPlace } from '@/lib/platform/keyset';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'registers.receipts');
export const metadata: Metadata = { title: t('title') };

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/registers/receipts: every entry of money received. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, place, problems } = splitPlace(RECEIPT_LIST.parse(await searchParams));
  const [{ rows, ...around }, sums] = await Promise.all([
    listReceipts(scope, filter, place),
    sumReceipts(scope, filter),
  ]);
  return (
    <RegisterPage
      kind="receipts"
      list={RECEIPT_LIST}
      filter={filter}
      place={place}
      problems={problems}
      {...RECEIPT_FILTERS}
      total={sumCounts(sums)}
      found={{
        ...around,
        first: rows[0] && placeOf(rows[0]),
        last: rows.length > 0 ? placeOf(rows.at(-1)!) : undefined,
      }}
    >
      <ReceiptTable rows={rows} sums={sums} />
    </RegisterPage>
  );
});
