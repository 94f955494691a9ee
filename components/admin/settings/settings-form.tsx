'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { adminPut } from '@/lib/api-client/admin';
import { readSettingsForm } from '@/lib/settings/form';
import { savedSettingsSchema, type SettingsGroup } from '@/lib/settings/schema';

type Props = {
  group: SettingsGroup;
  /** The version that the fields show; null if the group was never saved. */
  version: string | null;
  /** Renders the fields; `problem` returns the error text of a field. */
  children: (problem: (name: string) => string | undefined) => ReactNode;
};

/** The form of a group of settings. Its input stays after every failure. */
export function SettingsForm({ group, version, children }: Props) {
  const t = useTranslations('settings');
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [seen, setSeen] = useState(version);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ message: string; isOutdated: boolean } | null>(null);
  const [pending, setPending] = useState(false);
  const name = t(`group.${group}.title`);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [invalid]);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const read = readSettingsForm(group, new FormData(event.currentTarget));
    setInvalid(read.ok ? [] : read.invalid);
    setFailure(null);
    if (!read.ok) return;
    setPending(true);
    const body = { version: seen, value: read.value };
    const result = await adminPut(`/admin/settings/${group}`, body, savedSettingsSchema);
    setPending(false);
    if (!result.ok) {
      const message = result.message ?? t('failed');
      notify.error(message, { id: 'settings' });
      return setFailure({ message, isOutdated: result.status === 409 });
    }
    setSeen(result.data.version);
    notify.success(t(result.data.waits ? 'savedWaits' : 'saved', { group: name }), { id: 'settings' });
    router.refresh();
  };

  return (
    <form ref={form} onSubmit={save} noValidate autoComplete="off" className="grid max-w-3xl gap-4" aria-label={name}>
      {failure && (
        <Note>
          <p>{failure.message}</p>
          {failure.isOutdated && (
            <Button variant="bare" size="inline" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          )}
        </Note>
      )}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {children((field) => (invalid.includes(field) ? t('invalid') : undefined))}
      <Button
        type="submit"
        className="justify-self-start"
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? t('saving') : t('save', { group: name })}
      </Button>
    </form>
  );
}
