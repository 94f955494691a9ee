import type { Field } from '@/lib/api/docs/fields';
import type { Parameter } from '@/lib/api/docs/operations';
import { getTranslator } from '@/lib/platform/i18n/server';
import { kindText } from './kind-text';
import { Prose } from './prose';

const t = getTranslator('en', 'apiDocs');

const needText = (required: boolean) => t(required ? 'required' : 'optional');

/**
 * The properties of a body: name, type, meaning; nested ones are indented.
 * @param isRequest says of each property whether it is required
 */
export function Fields({ fields, isRequest = false }: { fields: readonly Field[]; isRequest?: boolean }) {
  return (
    <ul>
      {fields.map(({ name, kind, required, description, fields: below }) => (
        <li key={name}>
          <code>{name}</code>
          <i>{isRequest ? `${kindText(kind)} · ${needText(required)}` : kindText(kind)}</i>
          {description && <Prose>{description}</Prose>}
          {below.length > 0 && <Fields fields={below} isRequest={isRequest} />}
        </li>
      ))}
    </ul>
  );
}

/** The path, query and header parameters. */
export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <ul>
      {parameters.map(({ name, place, kind, required, description }) => (
        <li key={`${place}${name}`}>
          <code>{name}</code>
          <i>{`${t(`place.${place}`)} · ${kindText(kind)} · ${needText(required)}`}</i>
          {description && <Prose>{description}</Prose>}
        </li>
      ))}
    </ul>
  );
}
