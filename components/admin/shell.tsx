import type { ReactNode } from 'react';
import { AdminBar, type AdminBarProps } from './bar';

/** The shell of the administrator's area: the indigo bar and a wide `<main>` for tables. */
export function AdminShell({ children, ...bar }: AdminBarProps & { children: ReactNode }) {
  return (
    <>
      <AdminBar {...bar} />
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
