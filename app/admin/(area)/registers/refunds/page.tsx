import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { RegisterPage } from '@/components/admin/registers/register-page';
import { RefundTable } from '@/components/admin/registers/tables';
import { listRefunds, placeOf, sumRefunds } from '@/lib/admin/registers/money';
import { sumCounts } from '@/lib/admin/registers/rules';
import { REFUND_LIST } from '@/lib/admin/registers/schema';
import { REFUND_FILTERS } from '@/lib/admin/registers/texts';
import { splitPlace } from '@/lib/platform/keyset';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'registers.refunds');
export const metadata: Metadata = { title: t('title') };

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/registers/refunds: everything that was paid back or is owed. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, place, problems } = splitPlace(REFUND_LIST.parse(await searchParams));
  const [{ rows, ...around }, sums] = await Promise.all([listRefunds(scope, filter, place), sumRefunds(scope, filter)]);
  return (
    <RegisterPage
      kind="refunds"
      list={REFUND_LIST}
      filter={filter}
      place={place}
      problems={problems}
      {...REFUND_FILTERS}
      total={sumCounts(sums)}
      found={{
        ...around,
        first: rows[0] && placeOf(rows[0]),
        last: rows.length > 0 ? placeOf(rows.at(-1)!) : undefined,
      }}
    >
      <RefundTable rows={rows} sums={sums} />
    </RegisterPage>
  );
});
