'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import type { NewFactor } from '@/lib/accounts/administrators/totp';
import { AddFactor } from './add-factor';
import { RemoveFactor } from './remove-factor';

type SecondFactorProps = {
  /** The number of recovery codes; null without a second factor. */
  codesLeft: number | null;
  /** The key to set up; null with a second factor. */
  fresh: NewFactor | null;
};

/** The second factor of one's own account: the form that adds one, its recovery codes once, then its state. */
export function SecondFactor({ codesLeft, fresh }: SecondFactorProps) {
  const t = useTranslations('staff.account');
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <div className="grid max-w-prose justify-items-start gap-4">
        <h3 className="text-h4">{t('codesTitle')}</h3>
        <p className="text-small">{t('codesText')}</p>
        <ol className="grid gap-x-8 gap-y-2 rounded-2 border border-line bg-surface p-4 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="text-small tabular-nums">
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Button
          onClick={() => {
            setCodes(null);
            router.refresh();
          }}
        >
          {t('codesDone')}
        </Button>
      </div>
    );
  if (codesLeft !== null)
    return (
      <div className="grid max-w-prose justify-items-start gap-4">
        <p>{t('active', { count: codesLeft })}</p>
        <RemoveFactor />
      </div>
    );
  return fresh && <AddFactor fresh={fresh} onAdded={setCodes} />;
}
