import type { ErrorResponse } from '@/lib/api/docs/operations';
import { errorText, isErrorCode } from '@/lib/platform/i18n/errors';
import { getTranslator } from '@/lib/platform/i18n/server';
import { Fields } from './fields';

const t = getTranslator('en', 'apiDocs');

/** The error statuses of an endpoint with their codes; ErrorTexts says what they mean. */
export function Errors({ refused }: { refused: readonly ErrorResponse[] }) {
  const details = refused.filter((each) => each.details.length > 0);
  return (
    <>
      <pre>{refused.map(({ status, codes }) => `${status} ${codes.join(' ')}`).join('\n')}</pre>
      {details.map(({ status, details: fields }) => (
        <div key={status}>
          <p>{t('also', { status: String(status) })}</p>
          <Fields fields={fields} />
        </div>
      ))}
    </>
  );
}

/** The meaning of all error statuses and codes. */
export function ErrorTexts({ refused }: { refused: readonly ErrorResponse[] }) {
  const statuses = new Map(refused.map(({ status, description }) => [status, description]));
  const codes = [...new Set(refused.flatMap((each) => each.codes))].toSorted();
  return (
    <ul>
      {[...statuses].toSorted().map(([status, description]) => (
        <li key={status}>
          <b>{status}</b> {description}
        </li>
      ))}
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code> {isErrorCode(code) ? errorText(code, {}, 'en') : t('unexpected')}
        </li>
      ))}
    </ul>
  );
}
