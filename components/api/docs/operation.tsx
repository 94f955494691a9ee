import type { Operation as Described, Shape } from '@/lib/api/docs/operations';
import { getTranslator } from '@/lib/platform/i18n/server';
import { Responses } from './responses';
import { Code } from './code';
import { Fields, Parameters } from './fields';
import { limitText, sizeText } from './limit-text';
import { Prose } from './prose';
import { Errors } from './errors';

const t = getTranslator('en', 'apiDocs');

/** An endpoint, or the endpoints that share an address: access, request, responses and an example of the body. */
export function Operation({ operation }: { operation: Described }) {
  const { id, method, path, summary, shapes, successes, errors, limits } = operation;
  return (
    <article aria-labelledby={id}>
      <div>
        <h3 id={id}>
          <a href={`#${id}`}>
            <kbd>{method}</kbd>
            {path}
          </a>
        </h3>
        {summary && (
          <p>
            <Prose>{summary}</Prose>
          </p>
        )}
        {shapes.length > 1 && <p>{t('oneOf', { count: shapes.length })}</p>}
      </div>
      {shapes.map((shape) => (
        <RequestFields key={shape.title} operation={operation} shape={shape} />
      ))}
      <Responses good={successes} />
      {limits.length > 0 && (
        <section>
          <h4>{t('limits')}</h4>
          <ul>
            {limits.map((limit) => (
              <li key={limitText(limit)}>{limitText(limit)}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h4>{t('refusals')}</h4>
        <Errors refused={errors} />
      </section>
    </article>
  );
}

/** The request of one endpoint: access, parameters, body and an example of it. */
function RequestFields({ operation, shape }: { operation: Described; shape: Shape }) {
  const { body, shapes, parameters } = operation;
  return (
    <section>
      <div>
        {shapes.length > 1 && <h4>{shape.title}</h4>}
        {shape.description && (
          <p>
            <Prose>{shape.description}</Prose>
          </p>
        )}
        <p>
          <b>{t('who.label')}:</b> {t(`who.${shape.access}`)}
          {shape.optionalAuth && (
            <span>{`; ${t(shape.optionalAuth === 'sponsor' ? 'who.maySponsor' : 'who.mayReceipt')}`}</span>
          )}
        </p>
        {parameters.length > 0 && (
          <div>
            <h4>{t('parameters')}</h4>
            <Parameters parameters={parameters} />
          </div>
        )}
        {body && (
          <div>
            {shapes.length > 1 ? <h5>{t('body')}</h5> : <h4>{t('body')}</h4>}
            <p>{t('bodyOf', { media: body.media.join(', '), size: sizeText(body.maxBytes) })}</p>
            {shape.example === undefined ? <p>{t('notice')}</p> : <Fields fields={shape.fields} isRequest />}
          </div>
        )}
      </div>
      {shape.example !== undefined && <Code label={t('request')}>{JSON.stringify(shape.example, null, 2)}</Code>}
    </section>
  );
}
