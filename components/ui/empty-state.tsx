import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; text?: ReactNode; picture?: ReactNode; children?: ReactNode };

/** What a page says when there is nothing to show: one sentence and a way on (`children`: a button). */
export function EmptyState({ title, text, picture, children }: EmptyStateProps) {
  return (
    <section className="grid justify-items-start gap-3 rounded-2 border border-line p-6">
      {picture}
      <h2 className="text-lead">{title}</h2>
      {text && <p className="text-ink-2">{text}</p>}
      {children}
    </section>
  );
}
