import type { ReactNode } from 'react';
import '@/components/platform/ui/status-tag.css';
import type { VerifiedChannel } from '@/db/schema/enums';

const CONFIRMED_BY = {
  email: 'view.verifiedByEmail',
  phone: 'view.verifiedByPhone',
  paper: 'view.verifiedByPaper',
} as const satisfies Record<VerifiedChannel, string>;

/** Returns the key of the text that says whether, and by which contact, a sponsor was verified. */
export const verifiedKey = (isVerified: boolean, channel: VerifiedChannel | null) =>
  channel ? CONFIRMED_BY[channel] : isVerified ? 'yes' : 'no';

/** Whether a contact is verified: a tick with text, or plain text. */
export function Verified({ is, children }: { is: boolean; children: ReactNode }) {
  if (!is) return <span className="text-ink-2">{children}</span>;
  return (
    <span data-icon="BoldCheck" className="state ok">
      {children}
    </span>
  );
}
