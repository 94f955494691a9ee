import type { ReactNode } from 'react';
import '@/components/platform/ui/data-table.css';

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
    <div className="second-step">
      <div>{children}</div>
      {isOwn && <p id={`own-${id}`}>{text}</p>}
    </div>
  );
}
