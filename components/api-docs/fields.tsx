import type { Field } from '@/lib/api-docs/fields';
import type { Parameter } from '@/lib/api-docs/operations';
import { getTranslator } from '@/lib/i18n/server';
import { kindText } from './kind-text';
import { Prose } from './prose';

const t = getTranslator('en', 'apiDocs');

/** The properties of a body: name, type, meaning; nested ones are indented. */
export function Fields({ fields, showRequired = false }: { fields: readonly Field[]; showRequired?: boolean }) {
  return (
    <ul className="grid gap-0 text-small">
      {fields.map((field) => (
        <li key={field.name} className="border-t border-line py-2 first:border-t-0">
          <p>
            <code className="font-mono font-semibold wrap-anywhere">{field.name}</code>{' '}
            <span className="text-ink-2">
              {kindText(field.kind)}
              {showRequired && <span>{` · ${field.required ? t('required') : t('optional')}`}</span>}
            </span>
          </p>
          {field.description && (
            <p>
              <Prose>{field.description}</Prose>
            </p>
          )}
          {field.fields.length > 0 && (
            <div className="mt-2 border-s-2 border-line ps-3">
              <Fields fields={field.fields} showRequired={showRequired} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The path, query and header parameters. */
export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <ul className="text-small">
      {parameters.map(({ name, place, kind, required, description }) => (
        <li key={`${place}${name}`} className="border-t border-line py-2 first:border-t-0">
          <p>
            <code className="font-mono font-semibold wrap-anywhere">{name}</code>{' '}
            <span className="text-ink-2">
              {`${t(`place.${place}`)} · ${kindText(kind)} · ${required ? t('required') : t('optional')}`}
            </span>
          </p>
          {description && (
            <p>
              <Prose>{description}</Prose>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
