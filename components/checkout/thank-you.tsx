'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { Dialog, DialogCancel, DialogContent } from '@/components/platform/ui/dialog';
import { notify } from '@/components/platform/ui/toaster';
import { totalsOf } from '@/lib/selection/rules';
import { useSelectionStore } from '@/lib/selection/store';
import { Classroom } from './classroom';
import { removeCompleted } from '@/lib/checkout/completed-storage';
import { useSummary } from './use-summary';
import { WhatNext, type WhatNextProps } from './what-next';

/** More cities than this are counted instead of named. */
const NAMED_CITIES = 3;

/** The Thank You dialog. `account` as in WhatNext. Only 'Continue' closes it; the summary can be downloaded again. */
export function ThankYou({ completed, account }: Pick<WhatNextProps, 'completed' | 'account'>) {
  const t = useTranslations('payment.thanks');
  const format = useFormatter();
  const names = useNames();
  const router = useRouter();
  const [open, setOpen] = useState(true);
  const { pending, download } = useSummary();
  const { selectedCourses, userData } = completed;
  const lines = Object.values(selectedCourses);
  const cities = [...new Set(lines.map(({ city }) => city))];

  const leave = () => {
    setOpen(false);
    notify.success(t('done'), { id: 'thanks' });
    removeCompleted();
    useSelectionStore.getState().clearCart();
    router.replace('/');
  };

  return (
    <Dialog open={open}>
      <DialogContent
        className="[&_h2]:text-h2 [&_h2]:leading-none"
        title={t('title')}
        header={
          <>
            <div aria-hidden className="weave" />
            <Classroom order={selectedCourses} name={userData.company} />
          </>
        }
        footer={
          <DialogCancel asChild>
            <Button wide onClick={leave}>
              {t('continue')}
            </Button>
          </DialogCancel>
        }
        description={
          <p className="wrap-anywhere">
            {t('seats', {
              seats: totalsOf(lines).seats,
              cities:
                cities.length > NAMED_CITIES
                  ? t('cities', { count: cities.length })
                  : format.list(cities.map(names.place)),
              company: userData.company,
            })}
          </p>
        }
      >
        <WhatNext completed={completed} account={account} pending={pending} onDownload={() => download(completed)} />
      </DialogContent>
    </Dialog>
  );
}
