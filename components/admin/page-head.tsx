import type { ReactNode } from 'react';

type PageHeadProps = {
  title: string;
  /** Short text beside the title, e.g. a count. */
  note?: ReactNode;
  /** Buttons and links at the end of the line. */
  children?: ReactNode;
};

/** The header of an administrator's page: its `<h1>`, a note and actions. */
export function PageHead({ title, note, children }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-h2">{title}</h1>
      {note && <div className="text-small text-ink-2">{note}</div>}
      {children && <div className="ms-auto flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  );
}
