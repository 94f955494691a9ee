import type { ReactNode } from 'react';
import type { StatusIcon, StatusTone } from '@/db/schema/billing-states';
import { cn } from './cn';
import './status-tag.css';

type StatusTagProps = { icon: StatusIcon; tone: StatusTone; small?: boolean; children: ReactNode };

/** A status: icon and text, never colour alone. */
export function StatusTag({ icon, tone, small = false, children }: StatusTagProps) {
  return (
    <span data-icon={icon} className={cn('status-tag', tone, small && 'small')}>
      {children}
    </span>
  );
}
