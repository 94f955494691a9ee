import { curlOf } from '@/lib/api-docs/curl';
import type { Operation as Described, Shape } from '@/lib/api-docs/operations';
import { getTranslator } from '@/lib/i18n/server';
import { Responses } from './responses';
import { Code } from './code';
import { Fields, Parameters } from './fields';
import { limitText, sizeText } from './limit-text';
import { Prose } from './prose';
import { Errors } from './errors';
import { methodTag, subHead } from './style';

const t = getTranslator('en', 'apiDocs');

/** An endpoint, or the endpoints that share an address: access, request, responses and an example. */
export function Operation({ operation, base }: { operation: Described; base: string }) {
  const { id, method, path, summary, shapes, successes, errors, limits } = operation;
  return (
    <article className="grid gap-5 border-t border-line py-8" aria-labelledby={id}>
      <div>
        <h3 id={id} className="text-lead tracking-normal wrap-anywhere">
          <a
            href={`#${id}`}
            className="inline-flex min-h-tap flex-wrap items-center gap-x-3 no-underline hover:underline"
          >
            <span className={methodTag}>{method}</span>
            <span className="wrap-anywhere">{path}</span>
          </a>
        </h3>
        {summary && (
          <p className="mt-1">
            <Prose>{summary}</Prose>
          </p>
        )}
        {shapes.length > 1 && <p className="mt-1">{t('oneOf', { count: shapes.length })}</p>}
        <p className="mt-2 text-small">
          <code className="font-mono wrap-anywhere select-all">{`${base}${path}`}</code>
        </p>
      </div>
      {shapes.map((shape) => (
        <RequestFields key={shape.title} operation={operation} shape={shape} base={base} />
      ))}
      <Responses good={successes} />
      {limits.length > 0 && (
        <section>
          <h4 className={subHead}>{t('limits')}</h4>
          <ul className="text-small">
            {limits.map((limit) => (
              <li key={limitText(limit)}>{limitText(limit)}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h4 className={subHead}>{t('refusals')}</h4>
        <Errors refused={errors} />
      </section>
    </article>
  );
}

/** The request of one endpoint: access, body and an example. */
function RequestFields({ operation, shape, base }: { operation: Described; shape: Shape; base: string }) {
  const { body, shapes, parameters } = operation;
  return (
    <section className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-8">
      <div className="grid content-start gap-3">
        {shapes.length > 1 && <h4 className={subHead}>{shape.title}</h4>}
        {shape.description && (
          <p className="text-small">
            <Prose>{shape.description}</Prose>
          </p>
        )}
        <p className="text-small">
          <b>{t('who.label')}:</b> {t(`who.${shape.access}`)}
          {shape.optionalAuth && (
            <span>{`; ${t(shape.optionalAuth === 'sponsor' ? 'who.maySponsor' : 'who.mayReceipt')}`}</span>
          )}
        </p>
        {parameters.length > 0 && (
          <div>
            <h4 className={subHead}>{t('parameters')}</h4>
            <Parameters parameters={parameters} />
          </div>
        )}
        {body && (
          <div>
            {shapes.length > 1 ? <h5 className={subHead}>{t('body')}</h5> : <h4 className={subHead}>{t('body')}</h4>}
            <p className="text-small wrap-anywhere text-ink-2">
              {t('bodyOf', { media: body.media.join(', '), size: sizeText(body.maxBytes) })}
            </p>
            {shape.example === undefined ? (
              <p className="text-small">{t(shape.access === 'provider' ? 'notice' : 'file')}</p>
            ) : (
              <Fields fields={shape.fields} showRequired />
            )}
          </div>
        )}
      </div>
      <Code label={t('request')}>{curlOf(operation, shape, base)}</Code>
    </section>
  );
}
