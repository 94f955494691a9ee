import { Ban, CircleCheck, Clock, Handshake, Hourglass, Replace, TimerOff, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatusIcon, StatusTone } from '@/db/schema/billing-states';
import { cn } from './cn';

const ICONS: Record<StatusIcon, LucideIcon> = {
  Ban,
  CircleCheck,
  Clock,
  Handshake,
  Hourglass,
  Replace,
  TimerOff,
  Undo2,
};
const TONES: Record<StatusTone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  error: 'bg-error-tint text-error',
  muted: 'bg-sunken text-ink-2',
};

type StatusTagProps = { icon: StatusIcon; tone: StatusTone; small?: boolean; children: ReactNode };

/** A status: icon and text, never colour alone. */
export function StatusTag({ icon, tone, small = false, children }: StatusTagProps) {
  const Icon = ICONS[icon];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-2 font-semibold sm:whitespace-nowrap',
        small ? 'px-2 py-0.5 text-cap leading-snug' : 'px-2.5 py-1 text-small',
        TONES[tone],
      )}
    >
      <Icon aria-hidden className={cn('shrink-0', small ? 'size-3.5' : 'size-4')} />
      {children}
    </span>
  );
}
