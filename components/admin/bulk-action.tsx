'use client';

import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Form, type FormProps } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import type { FormState, Problem } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectionBar, useRowSelection } from '@/components/platform/ui/row-selection';
import type { ApiResult } from '@/lib/api/client/client';
import { formatCount } from '@/lib/platform/format-count';
import type { RowChoice } from '@/lib/platform/row-choice';

const PROGRESS_MS = 1_000;

/** What an act would do to the chosen rows: to how many, and which it leaves out, with why. */
type Foreseen = {
  count: number;
  refused: readonly { key: string | number; name: string; why: string }[];
  refusedCount: number;
};

type BulkActionProps<Checked, Done> = {
  /** The label of the button, the title of its dialog and the button that carries it out, for a number of rows. */
  open: (count: number) => string;
  submit: (checked: Checked) => string;
  /** The fields that say what is done. */
  fields: (form: FormState) => ReactNode;
  fieldOf?: FormProps<Checked>['fieldOf'];
  /** Asks what would be done. */
  check: (choice: RowChoice, fields: FormData) => Promise<ApiResult<Checked>>;
  foreseen: (checked: Checked) => Foreseen;
  /** More of what would be done, with examples. */
  children?: (checked: Checked) => ReactNode;
  /** Does what was checked. */
  apply: (checked: Checked, reason: string) => Promise<ApiResult<Done>>;
  /** Asks how many rows are done while `apply` runs; null if that is not known. The server goes on if the page is closed. */
  progress?: (choice: RowChoice, checked: Checked) => Promise<number | null>;
  /** The toast of a success. */
  done: (data: Done) => string;
  /** The rows that were left out nevertheless, because something changed meanwhile; the dialog stays open for them. */
  left?: (data: Done) => Foreseen['refused'];
  /** What would be done now, if `apply` was refused because something changed meanwhile. */
  checkedAgain?: (problem: Problem, before: Checked) => Checked | null;
};

/**
 * The bar of a table whose rows can be chosen (RowSelection), with one act: what is done, then what it would do and what it
 * leaves out, then a reason. Examples: extend-many.tsx, a BulkButton, where each row is a transaction (its server half lib/admin/adoptions/many.ts,
 * its table billing-table.tsx); change-many.tsx, where all change or none.
 */
export function BulkAction<Checked, Done>(props: BulkActionProps<Checked, Done>) {
  return (
    <SelectionBar>
      <BulkButton {...props} />
    </SelectionBar>
  );
}

/** The act alone, for a SelectionBar with several. */
export function BulkButton<Checked, Done>(props: BulkActionProps<Checked, Done>) {
  const { choice, count } = useRowSelection();
  const label = props.open(count);
  return (
    choice && (
      <ModalButton trigger={<Button size="small">{label}</Button>} title={label} className="max-w-160">
        {(close) => <Steps {...props} choice={choice} close={close} />}
      </ModalButton>
    )
  );
}

type StepsProps<Checked, Done> = BulkActionProps<Checked, Done> & { choice: RowChoice; close: () => void };

function Steps<Checked, Done>({ choice, close, ...props }: StepsProps<Checked, Done>) {
  const { submit, fields, fieldOf, check, foreseen, children, apply, progress, done, left, checkedAgain } = props;
  const t = useTranslations('admin.many');
  const { clear } = useRowSelection();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [remaining, setRemaining] = useState<Foreseen['refused'] | null>(null);
  /** The number of rows that are done; null if none is known to be. */
  const [ready, setReady] = useState<number | null>(null);
  /** Whether something may be written. */
  const [isBegun, setBegun] = useState(false);
  const applied = async (of: Checked, reason: string) => {
    setBegun(true);
    const answer = { isThere: false };
    const watch = async () => {
      while (progress) {
        await new Promise((resolve) => setTimeout(resolve, PROGRESS_MS));
        if (answer.isThere) return;
        const count = await progress(choice, of);
        if (!answer.isThere) setReady(count);
      }
    };
    void watch();
    try {
      return await apply(of, reason);
    } finally {
      answer.isThere = true;
      setReady(null);
    }
  };
  if (remaining !== null) return <Refused rows={remaining} count={remaining.length} />;
  if (checked === null)
    return (
      <Form
        noValidate
        autoComplete="off"
        cancel
        submit={t('check')}
        submitting={t('checking')}
        send={(typed) => check(choice, typed)}
        fieldOf={fieldOf}
        onDone={setChecked}
      >
        {fields}
      </Form>
    );
  const { count, refused, refusedCount } = foreseen(checked);
  return (
    <>
      <p className="text-small text-ink-2 empty:hidden" role="status">
        {!isBegun && t('nothingWritten')}
      </p>
      {children?.(checked)}
      {refusedCount > 0 && <Refused rows={refused} count={refusedCount} />}
      {count === 0 ? (
        <Note>{t('nothing')}</Note>
      ) : (
        <Form
          noValidate
          autoComplete="off"
          cancel
          submit={submit(checked)}
          submitting={t('saving')}
          send={(typed) => applied(checked, String(typed.get('reason')))}
          fieldOf={{ 'adoption.reason_required': 'reason' }}
          toast="many"
          done={done}
          onDone={(data) => {
            const rows = left?.(data) ?? [];
            if (rows.length > 0) return setRemaining(rows);
            clear();
            close();
          }}
          onRefused={(problem) => {
            const again = checkedAgain?.(problem, checked);
            if (!again) return;
            setChecked(again);
            setBegun(false);
          }}
        >
          {({ field }) => (
            <>
              <Field label={t('reason')} maxLength={500} {...field('reason')} />
              <p role="status" className="text-small empty:hidden">
                {ready !== null && t('progress', { ready: formatCount(ready), count: formatCount(count) })}
              </p>
            </>
          )}
        </Form>
      )}
    </>
  );
}

function Refused({ rows, count }: { rows: Foreseen['refused']; count: number }) {
  const t = useTranslations('admin.many');
  return (
    <Note kind="warn">
      <p>{t('refused', { count })}</p>
      <ul className="max-h-40 list-disc overflow-y-auto ps-5">
        {rows.map(({ key, name, why }) => (
          <li key={key}>{`${name}: ${why}`}</li>
        ))}
      </ul>
      {rows.length < count && <p>{t('more', { count: count - rows.length })}</p>}
    </Note>
  );
}
