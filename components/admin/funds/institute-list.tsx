import { placeOf } from '@/lib/platform/place-of';
import { PayeeAccountCell } from '@/components/admin/bank-files/payee-account';
import { NO_ACCOUNTS, type PayeeAccounts } from '@/lib/payees/schema';
import type { InstituteFunds } from '@/lib/funds/queries';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { PassOn } from './transfer-buttons';

const t = getTranslator('en', 'funds');

type InstituteListProps = {
  labelledBy: string;
  institutes: readonly InstituteFunds[];
  /** By the id of the institute. */
  accounts: ReadonlyMap<string, PayeeAccounts>;
  /** Whether the viewer may record transfers. */
  canAct: boolean;
};

/** The institutes with money to pass on. */
export function InstituteList({ labelledBy, institutes, accounts, canAct }: InstituteListProps) {
  return (
    <ul aria-labelledby={labelledBy} className="border-t-2 border-ink">
      {institutes.map(({ id, name, city, lines, passablePaise }) => (
        <li
          key={id}
          className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 text-small md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto]"
        >
          <div>
            <p className="font-semibold wrap-anywhere">{placeOf(name, city)}</p>
            <p className="text-ink-2">{t('lines', { count: lines.length })}</p>
          </div>
          <PayeeAccountCell
            payee={{ name: placeOf(name, city), of: { institute_id: id } }}
            accounts={accounts.get(id) ?? NO_ACCOUNTS}
            canAct={canAct}
          />
          <div className="md:min-w-55 md:text-end">
            {canAct ? (
              <PassOn institute={{ id, name: placeOf(name, city) }} amount={formatINR(passablePaise)} />
            ) : (
              <span className="font-semibold tabular-nums">{formatINR(passablePaise)}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
