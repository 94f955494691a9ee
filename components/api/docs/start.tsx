import { ADMIN_SESSION_SECONDS } from '@/lib/accounts/administrators/schema';
import type { Operation } from '@/lib/api/docs/operations';
import { getTranslator } from '@/lib/platform/i18n/server';
import { SESSION_SECONDS } from '@/lib/accounts/schema';
import { ErrorTexts } from './errors';

const t = getTranslator('en', 'apiDocs.start');
const HOUR = 60 * 60;

/** The rules common to all endpoints. */
export function Start({ base, operations }: { base: string; operations: readonly Operation[] }) {
  return (
    <section aria-labelledby="start" className="grid gap-6 pb-10">
      <h2 id="start">{t('title')}</h2>
      <Part title={t('address')} text={t('addressText')}>
        <p className="font-mono text-small wrap-anywhere select-all">{base}</p>
        <p>
          {t('description')}{' '}
          <a href="/api/openapi.json" className="wrap-anywhere text-link underline">
            {`${base}/openapi.json`}
          </a>
        </p>
      </Part>
      <Part
        title={t('token')}
        text={t('tokenText', { sponsor: SESSION_SECONDS / HOUR, administrator: ADMIN_SESSION_SECONDS / HOUR })}
      />
      <Part title={t('errors')} text={t('errorsText')}>
        <ErrorTexts refused={operations.flatMap(({ errors }) => errors)} />
      </Part>
      <Part title={t('languages')} text={t('languagesText')} />
      <Part title={t('amounts')} text={t('amountsText')} />
      <Part title={t('waiting')} text={t('waitingText')} />
      <Part title={t('idempotency')} text={t('idempotencyText')} />
      <Part title={t('id')} text={t('idText')} />
    </section>
  );
}

function Part({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <section className="grid max-w-176 gap-2">
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  );
}
