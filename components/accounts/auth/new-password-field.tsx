'use client';

import { useState, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { PasswordField } from './password-field';
import { strengthOf } from './strength';

type NewPasswordFieldProps = Omit<
  ComponentProps<typeof PasswordField>,
  'name' | 'autoComplete' | 'required' | 'hint' | 'onChange'
> & {
  /** The configured minimum length of a password; 1 means no rule. */
  minLength: number;
  /** Whether the server refuses a password that is easy to guess. */
  refusesWeak: boolean;
  /** What others know of the person, beside the other fields of the form. */
  known?: readonly string[];
};

/** The errors of the server that belong to the field. */
export const NEW_PASSWORD_ERRORS = { 'auth.password_weak': 'password', 'auth.password_short': 'password' } as const;

/** The field `password` for a new password, which tells the rule and how strong the password is. */
export function NewPasswordField({ minLength, refusesWeak, known = [], ...props }: NewPasswordFieldProps) {
  const t = useTranslations('auth.strength');
  const [typed, setTyped] = useState({ password: '', others: [] as string[] });
  const isShort = typed.password.length < Math.max(minLength, 1);
  const strength = strengthOf(typed.password, [...typed.others, ...known]);
  const rule = minLength > 1 ? t('least', { min: minLength }) : t('hint');
  return (
    <PasswordField
      {...props}
      name="password"
      autoComplete="new-password"
      required
      minLength={minLength > 1 ? minLength : undefined}
      hint={isShort ? rule : t(strength === 'weak' && refusesWeak ? 'refused' : strength)}
      onChange={({ target: { value, form } }) => {
        const fields = form ? [...new FormData(form)] : [];
        const others = fields.flatMap(([name, other]) => (name === 'password' ? [] : String(other)));
        setTyped({ password: value, others });
      }}
    />
  );
}
