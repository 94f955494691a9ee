'use client';

import { useState, type ReactNode } from 'react';
import { Form } from '@/components/platform/form/form';
import type { FormOptions, FormState, invalid } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';

type CheckedStepsProps<Request, DryRun> = {
  texts: Record<'check' | 'checking' | 'submit' | 'submitting' | 'reason', string>;
  /** The message of a failure, if the server sends none. */
  failed: FormOptions<unknown>['failed'];
  fieldOf?: FormOptions<unknown>['fieldOf'];
  /** The fields of the check. @param forget drops what was checked; a change of a field of the form does so by itself */
  fields: (form: FormState, forget: () => void) => ReactNode;
  /** Returns what is asked for, or why the fields are wrong. */
  ask: (fields: FormData) => Request | ReturnType<typeof invalid>;
  /** Asks what would be done; with `apply`, the digest of that and a reason, carries it out. */
  send: (request: Request, apply: { digest: string; reason: string } | null) => Promise<ApiResult<{ dryRun: DryRun }>>;
  /** What would be done. */
  foreseen: (dryRun: DryRun) => ReactNode;
  onDone: (request: Request) => void;
};

/** An act in two steps, in a dialog: what it would do, then a reason. What changed meanwhile is shown before it is carried out. */
export function CheckedSteps<Request extends object, DryRun extends { digest: string }>({
  texts,
  failed,
  fieldOf,
  fields,
  ask,
  send,
  foreseen,
  onDone,
}: CheckedStepsProps<Request, DryRun>) {
  const [checked, setChecked] = useState<{ request: Request; dryRun: DryRun } | null>(null);
  const forget = () => setChecked(null);
  return (
    <>
      <Form<{ request: Request; dryRun: DryRun }>
        noValidate
        autoComplete="off"
        submit={texts.check}
        submitting={texts.checking}
        variant="line"
        cancel={checked === null}
        fieldOf={fieldOf}
        failed={failed}
        send={async (given) => {
          forget();
          const request = ask(given);
          if ('errors' in request) return request;
          const answer = await send(request, null);
          return answer.ok ? { ...answer, data: { request, dryRun: answer.data.dryRun } } : answer;
        }}
        onDone={setChecked}
      >
        {(form) => (
          // What was checked is no longer what the fields say.
          <div className="grid gap-4" onChange={forget}>
            {fields(form, forget)}
          </div>
        )}
      </Form>
      {checked && (
        <Form
          key={checked.dryRun.digest}
          noValidate
          autoComplete="off"
          cancel
          submit={texts.submit}
          submitting={texts.submitting}
          failed={failed}
          fieldOf={{ 'adoption.reason_required': 'reason', 'adoption.text_too_long': 'reason' }}
          send={(given) =>
            send(checked.request, { digest: checked.dryRun.digest, reason: String(given.get('reason')) })
          }
          onRefused={({ details }) => {
            if (details.dryRun) setChecked({ ...checked, dryRun: details.dryRun as DryRun });
          }}
          onDone={() => onDone(checked.request)}
        >
          {({ field }) => (
            <>
              {foreseen(checked.dryRun)}
              <Field label={texts.reason} maxLength={500} {...field('reason')} />
            </>
          )}
        </Form>
      )}
    </>
  );
}
