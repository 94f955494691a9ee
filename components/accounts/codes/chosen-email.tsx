import type { ComponentProps } from 'react';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';

type ChosenEmailProps = Omit<ComponentProps<typeof Field>, 'type' | 'readOnly' | 'value' | 'onChange'> & {
  email: string;
  /** The label of the button that goes back to choose another address. */
  other: string;
  disabled?: boolean;
  onOther: () => void;
};

/** The address that a code was sent to, which can be chosen again. */
export function ChosenEmail({ email, other, disabled, onOther, ...field }: ChosenEmailProps) {
  return (
    <div className="grid justify-items-start">
      <Field {...field} className="w-full" type="email" readOnly value={email} />
      <Button variant="bare" size="inline" disabled={disabled} onClick={onOther}>
        {other}
      </Button>
    </div>
  );
}
