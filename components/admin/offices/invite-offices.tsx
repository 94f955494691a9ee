'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OFFICE_ROLES, type OfficeRole } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { DialogButtons, ModalClose } from '@/components/platform/ui/dialog';
import { Note } from '@/components/platform/ui/note';
import { useRowSelection } from '@/components/platform/ui/row-selection';
import { SelectField } from '@/components/platform/ui/select-field';
import { TextArea } from '@/components/platform/ui/text-area';
import type { LineProblem } from '@/lib/accounts/offices/schema';
import type { Answer } from '@/lib/api/client/call-types';
import { callAsAdmin } from '@/lib/api/client/admin';
import { LANGUAGES, LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';

type Problems = readonly { line: number; problem: LineProblem }[];

/**
 * The button that invites people to offices, a line each. The list begins with the contacts of the institutes that are chosen
 * in the table (RowSelection), and is empty without any.
 * @param contacts the lines of the contacts of the catalogue, which another button adds
 * @param lineOf the lines of institutes of the page by id, of those that can be invited
 */
export function InviteOffices({
  contacts,
  lineOf,
}: {
  contacts: readonly string[];
  lineOf: Readonly<Record<string, string>>;
}) {
  const t = useTranslations('offices');
  const router = useRouter();
  const { choice, clear } = useRowSelection();
  const chosen = choice?.by === 'ids' ? choice.ids.flatMap((id) => lineOf[id] ?? []) : [];
  /** The number of people of the lines that were checked; null until then, and after a change. */
  const [checked, setChecked] = useState<number | null>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  return (
    <FormDialog
      trigger={<Button onClick={() => setChecked(null)}>{t('invite.open')}</Button>}
      autoComplete="off"
      title={t('invite.title')}
      className="max-w-160"
      submit={checked === null ? t('invite.check') : t('invite.submit', { count: checked })}
      submitting={t(checked === null ? 'invite.checking' : 'invite.submitting')}
      send={(fields) =>
        callAsAdmin('POST /admin/offices', {
          body: {
            lines: String(fields.get('lines')),
            role: fields.get('role') as OfficeRole,
            locale: fields.get('locale') as Locale,
            check: checked === null,
          },
          timeoutMs: 70_000,
        })
      }
      explain={({ message, details }) => (
        <>
          <p>{message}</p>
          <ul className="mt-1 list-disc ps-5">
            {((details?.problems ?? []) as Problems).map(({ line, problem }) => (
              <li key={line}>{t('problem', { line, problem: t(`problems.${problem}`) })}</li>
            ))}
          </ul>
        </>
      )}
      onRefused={() => setChecked(null)}
      onDone={({ invited, is_check: isCheck }) => {
        setChecked(isCheck ? invited : null);
        if (isCheck) return;
        clear();
        router.refresh();
      }}
      result={(answer) => (answer.is_check ? null : <Invited {...answer} />)}
    >
      <p className="text-small">{t('invite.text', { hours: ADMIN_LINK_HOURS.invitation })}</p>
      {chosen.length > 0 ? (
        <p className="text-small">{t('invite.chosen', { count: chosen.length })}</p>
      ) : (
        contacts.length > 0 && (
          <Button
            variant="line"
            size="small"
            className="justify-self-start"
            onClick={() => {
              lines.current!.value = contacts.join('\n');
              setChecked(null);
            }}
          >
            {t('invite.contacts', { count: contacts.length })}
          </Button>
        )
      )}
      <TextArea
        ref={lines}
        label={t('invite.lines')}
        name="lines"
        rows={6}
        required
        spellCheck={false}
        placeholder={t('invite.example')}
        defaultValue={chosen.join('\n')}
        onChange={() => setChecked(null)}
      />
      <SelectField label={t('invite.role')} name="role" defaultValue="head" onChange={() => setChecked(null)}>
        {OFFICE_ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`role.${role}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('invite.locale')} name="locale" defaultValue="hi">
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGES[locale].name}
          </option>
        ))}
      </SelectField>
      {checked !== null && <Note kind="ok">{t('invite.checked', { count: checked })}</Note>}
    </FormDialog>
  );
}

function Invited({ invited, unsent }: Answer<'POST /admin/offices'>) {
  const t = useTranslations('offices.invite');
  return (
    <div className="grid gap-4">
      <Note kind="ok" role="status">
        {t('done', { count: invited })}
      </Note>
      {unsent.length > 0 && <Note kind="warn">{t('unsent', { list: unsent.join(', ') })}</Note>}
      <DialogButtons>
        <ModalClose asChild>
          <Button variant="line">{t('close')}</Button>
        </ModalClose>
      </DialogButtons>
    </div>
  );
}
