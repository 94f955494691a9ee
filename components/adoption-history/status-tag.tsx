import { Ban, CircleCheck, Clock, Handshake, Hourglass, TimerOff, Undo2, type LucideIcon } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { AdoptionStatus } from '@/lib/adoption/history-rules';
import { getTranslations } from '@/lib/i18n/server';

const LOOKS: Record<AdoptionStatus, { icon: LucideIcon; className: string }> = {
  held: { icon: Clock, className: 'bg-warn-tint text-warn' },
  confirming: { icon: Hourglass, className: 'bg-warn-tint text-warn' },
  completed: { icon: CircleCheck, className: 'bg-ok-tint text-ok' },
  pledged: { icon: Handshake, className: 'bg-ok-tint text-ok' },
  expired: { icon: TimerOff, className: 'bg-sunken text-ink-2' },
  refund_due: { icon: Undo2, className: 'bg-error-tint text-error' },
  cancelled: { icon: Ban, className: 'bg-sunken text-ink-2' },
};

/** The status of an adoption: icon and text, never colour alone. */
export async function StatusTag({ status }: { status: AdoptionStatus }) {
  const { icon: Icon, className } = LOOKS[status];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-2 px-2.5 py-1 text-small font-semibold whitespace-nowrap',
        className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {(await getTranslations('adoptionHistory'))(`status.${status}`)}
    </span>
  );
}
