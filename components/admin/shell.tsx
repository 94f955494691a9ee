import type { ReactNode } from 'react';
import { AdminBar } from './bar';

type AdminShellProps = {
  username?: string;
  /** The number of items that need attention, if known. */
  attention?: number | null;
  /** Whether the bar leads to the administrators. */
  isOwner?: boolean;
  children: ReactNode;
};

/** The shell of the administrator's area: the indigo bar and a wide `<main>` for tables. */
export function AdminShell({ username, attention, isOwner, children }: AdminShellProps) {
  return (
    <>
      <AdminBar username={username} attention={attention} isOwner={isOwner} />
      <main
        id="content"
        tabIndex={-1}
        className="wrap grid max-w-360 grid-cols-[minmax(0,1fr)] content-start gap-6 pt-6 pb-12 outline-none"
      >
        {children}
      </main>
    </>
  );
}
