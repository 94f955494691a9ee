'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import type { NewFactor } from '@/lib/accounts/administrators/totp';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The key of a new second factor as QR code and text, and the form that adds it with a code of the app. */
export function AddFactor({ fresh, onAdded }: { fresh: NewFactor; onAdded: (codes: readonly string[]) => void }) {
  const t = useTranslations('staff.account');
  // The page makes another key each time it is rendered; the app has the one that was shown first.
  const [{ secret, qr }] = useState(fresh);
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
      <Form
        noValidate
        className="max-w-80"
        submit={t('add')}
        submitting={t('adding')}
        send={(fields) => callAsAdmin('PUT /admin/account/factor', { body: { secret, code: fields.get('code') } })}
        fieldOf={{ 'admin.code_wrong': 'code' }}
        onDone={({ recovery_codes: codes }) => {
          notify.success(t('added'), { id: 'factor' });
          onAdded(codes);
        }}
      >
        {({ field }) => (
          <Field
            label={t('code')}
            hint={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field('code')}
          />
        )}
      </Form>
    </div>
  );
}
