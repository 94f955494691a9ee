'use client';

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PhoneField } from '@/components/ui/phone-field';
import { withSponsor, type UserDetails } from '@/lib/adoption/checkout-flow';
import { SPONSOR_FIELDS, SPONSOR_INPUTS, type Sponsor } from '@/lib/adoption/schema';
import { step } from './checkout-store';
import { Panel } from './panel';
import { sponsorResolver } from './sponsor-resolver';
import { useProfileForForm } from './use-profile';

type SponsorFormProps = {
  userDetails: UserDetails;
  /** True when the sponsor returns from the code step: the form takes the focus. */
  returning: boolean;
  pending: boolean;
  onSend: (sponsor: Sponsor) => Promise<void>;
};

/** The sponsor fields, validated on input, blur and submit. */
export function SponsorForm({ userDetails, returning, pending, onSend }: SponsorFormProps) {
  const t = useTranslations('payment.form');
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { otpMethod, user_id: _, ...sponsor } = userDetails;
  const locale = useLocale();
  const { register, handleSubmit, getValues, setValue, trigger, formState } = useForm<Sponsor>({
    mode: 'all',
    resolver: sponsorResolver,
    defaultValues: sponsor,
  });

  const [isFilled, setFilled] = useState(false);
  const fill = useCallback(
    (known: Partial<Sponsor>) => {
      const fields = SPONSOR_FIELDS.filter((field) => known[field] && getValues(field) === '');
      for (const field of fields) setValue(field, known[field]!);
      setFilled(fields.length > 0);
    },
    [getValues, setValue],
  );
  useProfileForForm(
    SPONSOR_FIELDS.every((field) => sponsor[field] === ''),
    fill,
  );

  useEffect(() => {
    if (returning) heading.current?.focus();
    const keep = () => step((flow) => (flow.otpSent ? flow : withSponsor(flow, getValues())));
    // A reload does not unmount the form.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [returning, getValues]);

  // Messages are in the language of the time of validation: validate again when it changes.
  const validatedIn = useRef(locale);
  useEffect(() => {
    if (validatedIn.current === locale) return;
    validatedIn.current = locale;
    void trigger(Object.keys(formState.errors) as (keyof Sponsor)[]);
  }, [locale, trigger, formState]);

  return (
    <Panel aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className="text-h3 outline-none">
        {t('title')}
      </h2>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {isFilled && t('fromProfile')}
      </p>
      <form noValidate onSubmit={handleSubmit(onSend)} className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          {SPONSOR_FIELDS.map((name) => {
            const Input = name === 'phone' ? PhoneField : Field;
            return (
              <Input
                key={name}
                label={t(name)}
                error={formState.errors[name]?.message}
                aria-required
                placeholder={name === 'industry' ? t('industryHint') : undefined}
                {...SPONSOR_INPUTS[name]}
                {...register(name)}
              />
            );
          })}
        </div>
        <Button type="submit" wide pending={pending}>
          {t('send')}
        </Button>
        <p className="text-cap text-ink-2">{t(otpMethod === 'email' ? 'noteEmail' : 'notePhone')}</p>
        <PrivacyNotice />
      </form>
    </Panel>
  );
}
