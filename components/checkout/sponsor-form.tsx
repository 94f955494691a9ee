'use client';

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isLimit } from '@/components/accounts/codes/code-request';
import { useForm } from '@/components/platform/form/use-form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { PhoneField } from '@/components/platform/ui/phone-field';
import type { ApiResult } from '@/lib/api/client/client';
import { withSponsor, type SentCode, type UserDetails } from '@/lib/checkout/checkout-flow';
import { SPONSOR_FIELDS, SPONSOR_INPUTS, sponsorSchema, type Sponsor } from '@/lib/adoption/core/schema';
import { step } from './checkout-store';
import { Panel } from '../platform/ui/panel';
import { sponsorErrors } from './sponsor-errors';
import { useProfileForForm } from './use-profile';

type SponsorFormProps = {
  userDetails: UserDetails;
  /** True when the sponsor returns from the code step: the form takes the focus. */
  returning: boolean;
  send: (sponsor: Sponsor) => Promise<ApiResult<SentCode>>;
  onSent: (code: SentCode) => void;
};

/** The sponsor fields, validated on input, blur and submit. */
export function SponsorForm({ userDetails, returning, send, onSent }: SponsorFormProps) {
  const t = useTranslations('payment.form');
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { otpMethod, user_id: _, ...sponsor } = userDetails;
  const fields = useRef<HTMLDivElement>(null);
  const { props, pending, problem, field } = useForm({
    check: sponsorErrors,
    send: (typed) => send(sponsorSchema.parse(Object.fromEntries(typed))),
    failed: { code: 'otp.send_failed' },
    fieldOf: { 'seats.reserved': 'email' },
    toast: 'otp',
    toastErrors: true,
    onDone: onSent,
  });

  const [isFilled, setFilled] = useState(false);
  const fill = useCallback((known: Partial<Sponsor>) => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    const empty = inputs.filter(({ name, value }) => value === '' && known[name as keyof Sponsor]);
    for (const input of empty) input.value = known[input.name as keyof Sponsor]!;
    setFilled(empty.length > 0);
  }, []);
  useProfileForForm(
    SPONSOR_FIELDS.every((name) => sponsor[name] === ''),
    fill,
  );

  useEffect(() => {
    if (returning) heading.current?.focus();
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    const typed = () => Object.fromEntries(inputs.map(({ name, value }) => [name, value])) as Sponsor;
    const keep = () => step((flow) => (flow.otpSent ? flow : withSponsor(flow, typed())));
    // A reload does not unmount the form.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [returning]);

  return (
    <Panel aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className="text-h3 outline-none">
        {t('title')}
      </h2>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {isFilled && t('fromProfile')}
      </p>
      <form {...props} noValidate className="grid gap-4">
        <div ref={fields} className="grid gap-4 md:grid-cols-2">
          {SPONSOR_FIELDS.map((name) => {
            const Input = name === 'phone' ? PhoneField : Field;
            return (
              <Input
                key={name}
                label={t(name)}
                aria-required
                placeholder={name === 'industry' ? t('industryHint') : undefined}
                defaultValue={sponsor[name]}
                {...SPONSOR_INPUTS[name]}
                {...field(name)}
              />
            );
          })}
        </div>
        {problem && isLimit(problem) && (
          <Note kind={problem.retryAfterSeconds ? 'time' : 'warn'}>{problem.message}</Note>
        )}
        <Button type="submit" wide pending={pending}>
          {t('send')}
        </Button>
        <p className="text-cap text-ink-2">{t(otpMethod === 'email' ? 'noteEmail' : 'notePhone')}</p>
        <PrivacyNotice />
      </form>
    </Panel>
  );
}
