'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { Skeleton } from '@/components/ui/skeleton';
import { BillingDetails } from './billing-details';
import type { RecordRef } from './record-ref';
import { useRecord } from './use-record';
import { UserDetails } from './user-details';

/** The content of a record dialog: loading, failed or loaded. */
export function RecordBody({ shown: record, onShow }: { shown: RecordRef; onShow: (next: RecordRef) => void }) {
  const common = useTranslations('common');
  const { fetched, tryAgain } = useRecord(record);
  if (fetched.state === 'loading') return <Loading />;
  if (fetched.state === 'failed') {
    return (
      <Note>
        <p>{fetched.message}</p>
        <Button variant="line" size="small" className="mt-2" onClick={tryAgain}>
          {common('tryAgain')}
        </Button>
      </Note>
    );
  }
  const { users, billings } = fetched.data;
  const user = users.find(({ id }) => record.kind === 'billing' || id === record.id);
  const billing = billings.find(({ id }) => id === record.id);
  if (record.kind === 'user') return user && <UserDetails user={user} billings={billings} onShow={onShow} />;
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
