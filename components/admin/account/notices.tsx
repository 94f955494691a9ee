'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { Notices } from '@/lib/admin/attention/notices';
import { NOTICE_KINDS, TASK_KINDS, type AttentionKind } from '@/lib/admin/attention/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Where and when the administrator is told by e-mail what needs attention; confirms the address of the link in an e-mail. */
export function NoticesForm({ notices }: { notices: Notices | null }) {
  const t = useTranslations('administrators.notices');
  const kinds = useTranslations('attention.kind');
  const router = useRouter();
  const problem = useProof();
  const atOnce: readonly AttentionKind[] = notices?.atOnce ?? [];
  return (
    <div className="grid max-w-prose gap-4">
      <p className="text-small text-ink-2">{t('about')}</p>
      {problem && <Note>{problem}</Note>}
      {notices && !notices.isProven && <Note kind="warn">{t('waits', { email: notices.email })}</Note>}
      <Form
        noValidate
        submit={t('save')}
        submitting={t('saving')}
        send={(fields) =>
          callAsAdmin('PUT /admin/account/notices', {
            body: {
              email: fields.get('email'),
              is_daily: fields.has('is_daily'),
              at_once: fields.getAll('at_once') as AttentionKind[],
            },
          })
        }
        onDone={({ is_proven: isProven }, fields) => {
          const email = String(fields.get('email')).trim();
          notify.success(email === '' ? t('ended') : isProven ? t('saved') : t('sent', { email }), { id: 'notices' });
          router.refresh();
        }}
      >
        {({ field }) => (
          <>
            <Field
              label={t('email')}
              hint={t('emailHint')}
              type="email"
              autoComplete="email"
              defaultValue={notices?.email ?? ''}
              {...field('email')}
            />
            <label className="inline-flex min-h-tap items-center gap-2.5 justify-self-start">
              <Checkbox name="is_daily" defaultChecked={notices?.isDaily ?? true} />
              {t('daily')}
            </label>
            <Disclosure summary={t('atOnce')} open={atOnce.length > 0}>
              <ul className="grid sm:grid-cols-2 sm:gap-x-5">
                {[...TASK_KINDS, ...NOTICE_KINDS].map((kind) => (
                  <li key={kind}>
                    <label className="inline-flex min-h-tap items-center gap-2.5">
                      <Checkbox name="at_once" value={kind} defaultChecked={atOnce.includes(kind)} />
                      {kinds(kind)}
                    </label>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </>
        )}
      </Form>
    </div>
  );
}

/** Sends the token in the fragment of the page's address, if there is one. @returns why it was refused */
function useProof(): string | null {
  const t = useTranslations('administrators.notices');
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const prove = () => {
      const token = location.hash.slice(1);
      if (!/^[\w-]{43}$/.test(token)) return;
      // Read once, also when effects run twice.
      history.replaceState(history.state, '', location.pathname);
      void callAsAdmin('POST /admin/account/notices', { body: { token } }).then((answer) => {
        setProblem(answer.ok ? null : (answer.message ?? t('notProven')));
        if (!answer.ok) return;
        notify.success(t('proven', { email: answer.data.email }), { id: 'notices' });
        router.refresh();
      });
    };
    prove();
    // The link may be opened where the page is open already.
    window.addEventListener('hashchange', prove);
    return () => window.removeEventListener('hashchange', prove);
  }, [router, t]);
  return problem;
}
