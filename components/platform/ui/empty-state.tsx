import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  picture?: ReactNode;
  /** 'h1' where the page has no other heading. */
  level?: 'h1' | 'h2';
  children?: ReactNode;
};

/** Shown when there is no content: one sentence and an action (`children`: a button). */
export function EmptyState({ title, text, picture, level: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <section className="grid justify-items-start gap-3 rounded-2 border border-line p-6">
      {picture}
      <Heading className="text-lead">{title}</Heading>
      {text && <p className="text-ink-2">{text}</p>}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {children}
    </section>
  );
}
