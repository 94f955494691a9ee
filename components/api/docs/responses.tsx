import type { SuccessResponse } from '@/lib/api/docs/operations';
import { getTranslator } from '@/lib/platform/i18n/server';
import { Fields } from './fields';

const t = getTranslator('en', 'apiDocs');
const JSON_TYPE = 'application/json';

/** The success responses of an endpoint by status. */
export function Responses({ good }: { good: readonly SuccessResponse[] }) {
  return good.map(({ status, description, media, shapes }) => (
    <section key={status}>
      <h4>{t('answer', { status: String(status) })}</h4>
      <p>{description}</p>
      {!media && <p>{t('location')}</p>}
      {media && media !== JSON_TYPE && <p>{t('fileAnswer', { media })}</p>}
      {shapes.map(({ title, kind, fields }, at) => (
        <div key={at}>
          {!title && at > 0 && <p>{t('or')}</p>}
          {title && <p>{title}</p>}
          {kind.is === 'list' && <p>{t('list')}</p>}
          <Fields fields={fields} />
        </div>
      ))}
    </section>
  ));
}
