'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useChosenRows } from '@/components/admin/use-chosen-rows';
import { Button } from '@/components/platform/ui/button';
import { MAX_OFFICE_INVITATIONS } from '@/lib/platform/limits';
import { InviteOffices } from './invite-offices';

/** The table of institutes with the buttons that invite the contacts of those that are chosen in it. */
export function ChooseOffices({ children }: { children: ReactNode }) {
  const t = useTranslations('offices');
  const { chosen, chooseAll, clear, around } = useChosenRows('invitation', MAX_OFFICE_INVITATIONS);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="line" size="small" onClick={chooseAll}>
          {t('chooseAll')}
        </Button>
        <InviteOffices lines={chosen} from="chosen" onInvited={clear} />
      </div>
      <div {...around} className="contents">
        {children}
      </div>
    </>
  );
}
