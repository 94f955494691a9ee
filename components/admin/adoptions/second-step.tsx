import type { ReactNode } from 'react';

type SecondStepProps = {
  /** Whether the viewer took the first step, so that somebody else has to take the second one. */
  isOwn: boolean;
  id: string;
  text: string;
  children: ReactNode;
};

/** The buttons of an entry that waits for a second administrator, and why the viewer cannot press them. */
export function SecondStep({ isOwn, id, text, children }: SecondStepProps) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2">{children}</div>
      {isOwn && (
        <p id={`own-${id}`} className="max-w-56 text-cap whitespace-normal text-ink-2">
          {text}
        </p>
      )}
    </div>
  );
}
