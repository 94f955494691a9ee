import type { ReactNode } from 'react';
import { cn } from '@/components/platform/ui/cn';

type AdminSectionProps = {
  /** The id of the heading; pass it to `<DataTable labelledBy>`. */
  id: string;
  title: string;
  /** Short text beside the title, such as 'first 5 of 128'. */
  note?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of an administrator's page with its `<h2>`; not a landmark, since its table is one with the same name. */
export function AdminSection({ id, title, note, actions, className, children }: AdminSectionProps) {
  return (
    <section className={cn('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2', className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {note && <div className="text-small text-ink-2">{note}</div>}
        {actions && <div className="ms-auto flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
