import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VerifiedChannel } from '@/db/schema/values';

const CONFIRMED_BY = {
  email: 'view.verifiedByEmail',
  phone: 'view.verifiedByPhone',
  paper: 'view.verifiedByPaper',
} as const satisfies Record<VerifiedChannel, string>;

/** Returns the key of the text that says whether, and by which contact, a sponsor was verified. */
export const verifiedKey = (isVerified: boolean, channel: VerifiedChannel | null) =>
  channel ? CONFIRMED_BY[channel] : isVerified ? 'yes' : 'no';

/** Whether a contact is verified: a tick with text, or plain text. One element, for no gap within the text. */
export function Verified({ is, children }: { is: boolean; children: ReactNode }) {
  if (!is) return <span className="text-ink-2">{children}</span>;
  return (
    <span className="flex items-center gap-1.5 font-semibold text-ok">
      <Check aria-hidden strokeWidth={3} className="size-4 shrink-0" />
      <span>{children}</span>
    </span>
  );
}
