'use client';

import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { invalid, type FormState } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { readSettingsForm } from '@/lib/settings/form';
import type { SettingsGroup } from '@/lib/settings/schema';

type Props = {
  group: SettingsGroup;
  /** The version that the fields show; null if the group was never saved. */
  version: string | null;
  /** Renders the fields. */
  children: (form: FormState) => ReactNode;
};

/** The form of a group of settings. Its input stays after every failure. */
export function SettingsForm({ group, version, children }: Props) {
  const t = useTranslations('settings');
  const [seen, setSeen] = useState(version);
  const name = t(`group.${group}.title`);

  const send = async (fields: FormData) => {
    const read = readSettingsForm(group, fields);
    if (!read.ok) {
      const errors = Object.fromEntries(read.invalid.map((field) => [field, t('invalid')]));
      return invalid(errors);
    }
    const body = { version: seen, value: read.value };
    return callAsAdmin('PUT /admin/settings/{group}', { params: { group }, body });
  };

  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-3xl"
      aria-label={name}
      submit={t('save', { group: name })}
      submitting={t('saving')}
      send={send}
      failed={t('failed')}
      toast="settings"
      toastErrors
      done={({ waits }) => t(waits ? 'savedWaits' : 'saved', { group: name })}
      onDone={(saved) => setSeen(saved.version)}
      explain={({ message, status }) => (
        <>
          <p>{message}</p>
          {status === 409 && (
            <Button variant="bare" size="inline" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          )}
        </>
      )}
    >
      {children}
    </Form>
  );
}
