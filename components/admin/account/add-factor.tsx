'use client';

import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { notify } from '@/components/ui/toaster';
import type { NewFactor } from '@/lib/admin/accounts/totp';
import { adminPut } from '@/lib/api-client/admin';

const addedSchema = z.object({ recovery_codes: z.array(z.string()) });

/** The key of a new second factor as QR code and text, and the form that adds it with a code of the app. */
export function AddFactor({ fresh, onAdded }: { fresh: NewFactor; onAdded: (codes: readonly string[]) => void }) {
  const t = useTranslations('admin.account');
  const form = useTranslations('admin.form');
  // The page makes another key each time it is rendered; the app has the one that was shown first.
  const [{ secret, qr }] = useState(fresh);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setPending(true);
    const result = await adminPut('/admin/account/factor', { secret, code }, addedSchema);
    setPending(false);
    if (!result.ok) return setProblem(result.message ?? form('failed'));
    notify.success(t('added'), { id: 'factor' });
    onAdded(result.data.recovery_codes);
  };

  return (
    <div className="grid max-w-prose gap-4">
      <p>{t('about')}</p>
      <p>{t('scan')}</p>
      {/* Dark on light in every theme: some scanners do not read the opposite. */}
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t('qr')}
        shapeRendering="crispEdges"
        className="size-52 rounded-2"
      >
        <rect width={qr.size} height={qr.size} fill="white" />
        <path d={qr.path} fill="black" />
      </svg>
      <p className="text-small">
        {t('key')}: <code className="font-semibold wrap-anywhere">{secret.match(/.{4}/g)!.join(' ')}</code>
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-80 justify-items-start gap-4">
        <Field
          label={t('code')}
          hint={t('codeHint')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={problem}
          className="w-full"
        />
        <Button type="submit" aria-disabled={pending || undefined} aria-busy={pending || undefined}>
          {t(pending ? 'adding' : 'add')}
        </Button>
      </form>
    </div>
  );
}
