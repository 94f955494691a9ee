'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { BulkButton } from '@/components/admin/bulk-action';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import { TextArea } from '@/components/platform/ui/text-area';
import { notify } from '@/components/platform/ui/toaster';
import type { MailingTarget } from '@/db/schema/enums';
import { PLACEHOLDERS } from '@/lib/admin/mailings/rules';
import type { MailingChecked } from '@/lib/admin/mailings/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { RowChoice } from '@/lib/platform/row-choice';

/** The server's limit and the way there. */
const TIMEOUT_MS = 70_000;

/** What was checked, and the id with which it starts, once. */
type Checked = { chosen: RowChoice; en: string; hi: string; id: string; found: MailingChecked };

/** Writes to the sponsors of the chosen adoptions, or to the heads of the chosen institutes. */
export function WriteMany({ target }: { target: MailingTarget }) {
  const t = useTranslations('mailings');
  const errorText = useErrorText();
  const path = target === 'adoptions' ? 'POST /admin/mailings' : 'POST /admin/office-mailings';
  const check = (text: Omit<Checked, 'id' | 'found'>, from = 0) =>
    callAsAdmin(path, { body: { step: 'check' as const, ...text, from }, timeoutMs: TIMEOUT_MS });
  const placeholders = PLACEHOLDERS[target].map((name) => `{${name}}`).join(', ');
  return (
    <BulkButton<Checked, MailingChecked>
      open={(count) => t(target === 'adoptions' ? 'open' : 'openOffices', { count })}
      submit={({ found }) => t('submit', { count: found.recipients })}
      fields={({ field }) => (
        <>
          <p className="text-small text-ink-2">{t('hint', { placeholders })}</p>
          <TextArea label={t('en')} rows={5} aria-required {...field('en')} />
          <TextArea label={t('hi')} rows={5} lang="hi" aria-required {...field('hi')} />
        </>
      )}
      check={async (chosen, fields) => {
        const text = { chosen, en: String(fields.get('en')), hi: String(fields.get('hi')) };
        const answer = await check(text);
        return answer.ok ? { ...answer, data: { ...text, id: crypto.randomUUID(), found: answer.data } } : answer;
      }}
      foreseen={({ found }) => ({
        count: found.recipients,
        refused: found.left_out.map(({ name, code }, key) => ({
          key,
          name,
          why: errorText(code),
        })),
        refusedCount: found.left_out.length,
      })}
      apply={({ chosen, en, hi, id, found: { digest } }, reason) =>
        callAsAdmin(path, {
          body: { step: 'start' as const, chosen, en, hi, id, digest, reason },
          timeoutMs: TIMEOUT_MS,
        })
      }
      done={({ recipients }) => t('done', { count: recipients })}
    >
      {({ found, id: _id, ...text }) => (
        <>
          <p>
            {t(target === 'adoptions' ? 'counts' : 'countsOffices', {
              recipients: found.recipients,
              subjects: found.subjects,
            })}
          </p>
          <Previews first={found} read={(from) => check(text, from)} />
        </>
      )}
    </BulkButton>
  );
}

type PreviewsProps = {
  first: MailingChecked;
  read: (from: number) => ReturnType<typeof callAsAdmin<'POST /admin/mailings'>>;
};

/** What each recipient is written: the first ones, and more on request. */
function Previews({ first, read }: PreviewsProps) {
  const t = useTranslations('mailings');
  const [shown, setShown] = useState(first.previews);
  const more = async () => {
    const answer = await read(shown.length);
    if (answer.ok) setShown([...shown, ...answer.data.previews]);
    else notify.error(answer.message ?? t('moreFailed'), { id: 'previews' });
  };
  return (
    <>
      <ul className="grid gap-3 text-small">
        {shown.map(({ to, about, text }) => (
          <li key={to} className="grid gap-1 rounded-2 border border-line bg-surface px-4 py-3">
            <p className="wrap-anywhere text-ink-2">{t('preview', { to, about })}</p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
      {shown.length < first.recipients && (
        <Button variant="line" size="small" className="justify-self-start" onClick={() => void more()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
