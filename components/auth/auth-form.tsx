'use client';

import { LoaderCircle } from 'lucide-react';
import { useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import type { RequestState } from '@/lib/identity/store';

type AuthFormProps = {
  request: RequestState;
  texts: { submit: string; submitting: string; overlay: string };
  /** Shown above the form while there is no error. */
  note?: ReactNode;
  onSubmit: (fields: FormData) => void;
  children: (busy: boolean) => ReactNode;
};

const never = () => () => undefined;

/**
 * A form with its error above and an overlay while its request runs. Fields and button keep the focus but ignore input
 * meanwhile, so a second click sends nothing. Input stays after a failure, including the password, so that it can be
 * corrected.
 */
export function AuthForm({ request, texts, note, onSubmit, children }: AuthFormProps) {
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const failed = request.message !== null;
  // After a success the next page is loading.
  const busy = request.status === 'loading' || request.status === 'success';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };

  return (
    <div className="relative grid gap-4">
      {failed ? (
        <Note key={request.status} role={request.status === 'error' ? 'alert' : undefined}>
          {request.message}
        </Note>
      ) : (
        note
      )}
      {/* method="post": if submitted before hydration, a GET would put the password into the URL. */}
      <form method="post" onSubmit={submit} aria-busy={busy} className="grid gap-4">
        {children(busy)}
        <Button type="submit" wide disabled={!isReady} aria-disabled={busy || undefined} className="mt-2">
          {busy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <div role="status" className={busy ? 'absolute -inset-2 grid place-items-center bg-paper/60' : 'sr-only'}>
        {busy && (
          <p className="flex items-center gap-3 rounded-2 bg-surface px-5 py-4 font-semibold shadow-lift">
            <LoaderCircle aria-hidden className="size-6 animate-spin" />
            {texts.overlay}
          </p>
        )}
      </div>
    </div>
  );
}
