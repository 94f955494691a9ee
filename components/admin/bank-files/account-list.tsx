import { NO_ACCOUNTS, type PayeeAccounts } from '@/lib/payees/schema';
import { placeOf } from '@/lib/platform/place-of';
import { PayeeAccountCell } from './payee-account';

type AccountListProps = {
  labelledBy: string;
  institutes: readonly { id: string; name: string; city: string }[];
  /** By the id of the institute. */
  accounts: ReadonlyMap<string, PayeeAccounts>;
  canAct: boolean;
};

/** Institutes with an account that waits, to which no money can be passed on yet. */
export function AccountList({ labelledBy, institutes, accounts, canAct }: AccountListProps) {
  return (
    <ul aria-labelledby={labelledBy} className="border-t-2 border-ink">
      {institutes.map(({ id, name, city }) => (
        <li
          key={id}
          className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 text-small md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]"
        >
          <p className="font-semibold wrap-anywhere">{placeOf(name, city)}</p>
          <PayeeAccountCell
            payee={{ name: placeOf(name, city), of: { institute_id: id } }}
            accounts={accounts.get(id) ?? NO_ACCOUNTS}
            canAct={canAct}
          />
        </li>
      ))}
    </ul>
  );
}
