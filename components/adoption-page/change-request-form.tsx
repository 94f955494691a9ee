'use client';

import { useRouter } from 'next/navigation';
import { useId, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { FieldProblem } from '@/components/ui/field';
import { notify } from '@/components/ui/toaster';
import { changeRequestSchema } from '@/lib/adoption/page-schema';
import { MAX_REQUEST_LENGTH } from '@/lib/core/limits';
import { errorText, isErrorCode } from '@/lib/i18n/errors';
import { holderPost, type Bearer } from './api';

/** Sends a request to change the adoption to the administrators. */
export function ChangeRequestForm({ billingId, bearer }: { billingId: string; bearer: Bearer }) {
  const t = useTranslations('adoptionPage.changeRequest');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const parsed = changeRequestSchema.safeParse({ message: new FormData(event.currentTarget).get('message') });
    const code = parsed.error?.issues[0]?.message ?? '';
    setProblem(isErrorCode(code) ? errorText(code, { max: MAX_REQUEST_LENGTH }) : undefined);
    if (!parsed.success) return;
    setPending(true);
    const result = await holderPost(bearer, `/billing/${billingId}/requests`, parsed.data, z.looseObject({}));
    setPending(false);
    if (result.ok) notify.success(t('sent'), { id: 'request' });
    else notify.error(result.message ?? errorText('own_adoption.request_failed'), { id: 'request' });
    // A refusal for an open request: it was sent in another tab. After other failures what was typed stays.
    if (result.ok || result.status === 409) router.refresh();
  };

  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <p className="text-small text-ink-2">{t('text')}</p>
      <div className="grid gap-1">
        <label htmlFor={id} className="text-small font-semibold">
          {t('label')}
        </label>
        <textarea
          id={id}
          name="message"
          rows={4}
          aria-required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && `${id}-problem`}
          className="w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-2 aria-invalid:border-error aria-invalid:bg-error-tint"
        />
        {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      </div>
      <PrivacyNotice />
      <Button type="submit" variant="line" pending={pending} className="justify-self-start">
        {t('send')}
      </Button>
    </form>
  );
}
