import type { ErrorResponse } from '@/lib/api-docs/operations';
import { errorText, isErrorCode } from '@/lib/i18n/errors';
import { getTranslator } from '@/lib/i18n/server';
import { Fields } from './fields';

const t = getTranslator('en', 'apiDocs');

/** All error statuses with their codes and the English text of each. */
export function Errors({ refused }: { refused: readonly ErrorResponse[] }) {
  return (
    <dl className="text-small">
      {refused.map(({ status, description, codes, details }) => (
        <div key={status} className="border-t border-line py-2 first:border-t-0">
          <dt>
            <b className="num">{status}</b> <span className="text-ink-2">{description}</span>
          </dt>
          {codes.map((code) => (
            <dd key={code} className="ps-3">
              <code className="font-mono text-cap font-semibold wrap-anywhere">{code}</code>{' '}
              {isErrorCode(code) ? errorText(code, {}, 'en') : t('unexpected')}
            </dd>
          ))}
          {details.length > 0 && (
            <dd className="mt-2 ps-3">
              {t('also')}
              <div className="border-s-2 border-line ps-3">
                <Fields fields={details} />
              </div>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
