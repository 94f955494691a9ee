'use client';

import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from './password-field';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'name' | 'autoComplete' | 'required'> & {
  /** The configured minimum length of a password; 1 means no rule. */
  minLength: number;
};

/** The field `password` for a new password, which tells the rule unless there is another hint. */
export function NewPasswordField({ minLength, hint, ...props }: NewPasswordFieldProps) {
  const t = useTranslations('auth.register.strength');
  return (
    <PasswordField
      {...props}
      name="password"
      autoComplete="new-password"
      required
      minLength={minLength > 1 ? minLength : undefined}
      hint={hint ?? (minLength > 1 ? t('least', { min: minLength }) : t('hint'))}
    />
  );
}
