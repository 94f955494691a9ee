'use client';

import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Panel } from '@/components/platform/ui/panel';
import { notify } from '@/components/platform/ui/toaster';
import { callAsSponsor } from '@/lib/api/client/session';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { chosenKey, wantedSeats, type CartEntry } from '@/lib/selection/cart';
import { readOrderNumber } from '@/lib/selection/order-number';

type AskToApproveProps = {
  lines: readonly CartEntry[];
  /** Names of those who may pay. */
  approvers: readonly string[];
  /** Called with the current courses if a line is not offered any more. */
  onOutdated: (courses: readonly Course[], ids: readonly string[]) => void;
};

/** Sends a link to the chosen seats to those of the company who may pay, for somebody who may not. */
export function AskToApprove({ lines, approvers, onOutdated }: AskToApproveProps) {
  const t = useTranslations('dashboardPayment.approval');
  const common = useTranslations('common');
  const heading = useId();
  /** The lines that were asked about, and who was. */
  const [asked, setAsked] = useState<{ key: string; names: string } | null>(null);
  const key = chosenKey(lines);
  const [pending, ask] = usePending(async () => {
    const order_number = readOrderNumber() || undefined;
    const result = await callAsSponsor('POST /user/approvals', {
      body: { selected_courses: wantedSeats(lines), order_number },
    });
    if (result.ok) return setAsked({ key, names: result.data.asked.join(', ') });
    const current = coursesSchema.safeParse(result.details.courses);
    if (current.success)
      onOutdated(
        current.data,
        lines.map(({ id }) => id),
      );
    notify.error(result.message ?? common('failed'), { id: 'approval' });
  });
  return (
    <Panel aria-labelledby={heading}>
      <h2 id={heading} className="text-h3">
        {t('title')}
      </h2>
      <p className="wrap-anywhere">{t('text', { names: approvers.join(', '), count: approvers.length })}</p>
      <Button className="justify-self-start" pending={pending} onClick={() => void ask()}>
        {!pending && <Send aria-hidden />}
        <span>{t(asked?.key === key ? 'again' : 'button')}</span>
      </Button>
      <p role="status" className="font-semibold wrap-anywhere empty:hidden">
        {asked?.key === key && t('asked', { names: asked.names })}
      </p>
    </Panel>
  );
}
