'use client';

import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm, type FormOptions, type FormState } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import { useBrowserValue } from '@/components/platform/ui/use-browser-value';

type AuthFormProps<T> = FormOptions<T> & {
  texts: { submit: string; submitting: string; overlay: string };
  /** Shown above the form while there is no error. */
  note?: ReactNode;
  children: (form: FormState) => ReactNode;
};

/**
 * A form with its error above and an overlay while its request runs. Fields and button keep the focus but ignore input
 * meanwhile, so a second click sends nothing. Input stays after a failure, including the password, so that it can be
 * corrected.
 */
export function AuthForm<T>({ texts, note, children, ...options }: AuthFormProps<T>) {
  const isReady = useBrowserValue(() => true, false);
  const form = useForm(options);
  const { problem, pending } = form;

  return (
    <div className="relative grid gap-4">
      {problem ? <Note key={form.refusals}>{problem.message}</Note> : note}
      {/* method="post": if submitted before hydration, a GET would put the password into the URL. */}
      <form {...form.props} method="post" aria-busy={pending} className="grid gap-4">
        {children(form)}
        <Button type="submit" wide disabled={!isReady} aria-disabled={pending || undefined} className="mt-2">
          {pending ? texts.submitting : texts.submit}
        </Button>
      </form>
      <div role="status" className={pending ? 'absolute -inset-2 grid place-items-center bg-paper/60' : 'sr-only'}>
        {pending && (
          <p className="flex items-center gap-3 rounded-2 bg-surface px-5 py-4 font-semibold shadow-lift">
            <LoaderCircle aria-hidden className="size-6 animate-spin" />
            {texts.overlay}
          </p>
        )}
      </div>
    </div>
  );
}
