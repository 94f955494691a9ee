import type { SuccessResponse } from '@/lib/api-docs/operations';
import { getTranslator } from '@/lib/i18n/server';
import { Code } from './code';
import { Fields } from './fields';
import { subHead } from './style';

const t = getTranslator('en', 'apiDocs');
const JSON_TYPE = 'application/json';

/** The success responses of an endpoint by status. */
export function Responses({ good }: { good: readonly SuccessResponse[] }) {
  return good.map(({ status, description, media, shapes }) => (
    <section key={status} className="min-w-0">
      <h4 className={subHead}>{t('answer', { status: String(status) })}</h4>
      <p className="text-small">{description}</p>
      {!media && <p className="text-small">{t('location')}</p>}
      {media && media !== JSON_TYPE && <p className="text-small wrap-anywhere">{t('fileAnswer', { media })}</p>}
      {shapes.map(({ title, kind, fields, example }, at) => (
        <div key={at} className="mt-2 grid gap-3">
          {!title && at > 0 && <p className="text-small font-semibold">{t('or')}</p>}
          {title && <p className="text-small font-semibold">{title}</p>}
          {kind.is === 'list' && <p className="text-small">{t('list')}</p>}
          <Fields fields={fields} />
          <Code label={t('exampleAnswer', { status: String(status) })}>{JSON.stringify(example, null, 2)}</Code>
        </div>
      ))}
    </section>
  ));
}
