import type { ComponentProps, ReactNode } from 'react';
import '@/components/platform/ui/data-table.css';

type SecondStepProps = {
  /** Whether the viewer took the first step, so that somebody else has to take the second one. */
  isOwn: boolean;
  id: string;
  text: string;
  children: ReactNode;
};

/**
 * A button of a second step.
 * @param refusedBy the id of the text that says why the viewer cannot press it
 */
export const StepButton = ({ refusedBy, ...props }: ComponentProps<'button'> & { refusedBy?: string | undefined }) => (
  <button type="button" aria-disabled={refusedBy !== undefined || undefined} aria-describedby={refusedBy} {...props} />
);

/** The buttons of an entry that waits for a second administrator, and why the viewer cannot press them. */
export function SecondStep({ isOwn, id, text, children }: SecondStepProps) {
  return (
    <div className="second-step">
      <div>{children}</div>
      {isOwn && <p id={`own-${id}`}>{text}</p>}
    </div>
  );
}
