'use client';

import { useTranslations } from 'use-intl';
import { RetryNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Skeleton } from '@/components/platform/ui/skeleton';
import { dashboardDataSchema } from '@/lib/admin/users-and-billings/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { BillingDetails } from './billing-details';
import type { RecordRef } from './record-ref';
import { UserDetails } from './user-details';

/** The content of a record dialog: loading, failed or loaded. Give it a `key` per record. */
export function RecordBody({ shown: record, onShow }: { shown: RecordRef; onShow: (next: RecordRef) => void }) {
  const request = { query: { [record.kind]: record.id }, read: asSchema(dashboardDataSchema) };
  const loaded = useLoaded(() => callAsAdmin('GET /user/get_admin_dashboard_data', request), {
    code: 'admin.data_failed',
  });
  if (loaded.failure !== null) return <RetryNote loaded={loaded} />;
  if (!loaded.data) return <Loading />;
  const { users, billings } = loaded.data;
  const user = users.find(({ id }) => record.kind === 'billing' || id === record.id);
  const billing = billings.find(({ id }) => id === record.id);
  if (record.kind === 'user')
    return user && <UserDetails user={user} billings={billings} onShow={onShow} onChanged={() => void loaded.load()} />;
  return billing && <BillingDetails billing={billing} sponsor={user} onShow={onShow} />;
}

/** As tall as a loaded record. */
function Loading() {
  const t = useTranslations('usersAndBillings.view');
  return (
    <div role="status" className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} className="h-6 w-full" />
      ))}
      <Skeleton className="h-28 w-full sm:col-span-full" />
    </div>
  );
}
