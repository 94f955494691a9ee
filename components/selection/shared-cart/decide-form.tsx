'use client';

import { useTranslations } from 'use-intl';
import { useForm } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { TextArea } from '@/components/platform/ui/text-area';
import { call } from '@/lib/api/client/client';
import type { Decision } from '@/lib/selection/shared-cart/schema';

/** Approves or declines a shared cart, by the button that is pressed. `first` until somebody has decided. */
export function DecideForm({ token, first }: { token: string; first: boolean }) {
  const t = useTranslations('sharedCart');
  const { props, pending, problem, refusals, field } = useForm({
    send: (form: FormData) =>
      call('POST /cart/share/{token}/decisions', {
        params: { token },
        body: {
          decision: form.get('decision') as Decision['decision'],
          name: form.get('name'),
          note: form.get('note'),
        },
      }),
    toast: 'decide',
    done: t('decide.sent'),
  });
  const note = field('note');
  return (
    <form {...props} aria-label={t('decide.title')} className="grid gap-3 print:hidden">
      {problem && !problem.field && <Note key={refusals}>{problem.message}</Note>}
      <Field {...field('name')} label={t('decide.name')} required maxLength={120} autoComplete="name" />
      <Disclosure small summary={t('decide.note')} open={note.error ? true : undefined}>
        <TextArea {...note} label={t('decide.note')} maxLength={500} />
      </Disclosure>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button type="submit" name="decision" value="approved" variant={first ? 'action' : 'line'} pending={pending}>
          {t('decide.approve')}
        </Button>
        <Button type="submit" name="decision" value="declined" variant="line" pending={pending}>
          {t('decide.decline')}
        </Button>
      </div>
      <p className="text-small text-ink-2">{t('decisions.binding')}</p>
    </form>
  );
}
