'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { TextArea } from '@/components/platform/ui/text-area';
import type { PageContent } from '@/lib/proposals/institute-pages/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { MAX_INSTITUTE_TEXT, TEXT_FIELDS } from '@/lib/catalogue/institute-texts';

const CONTACTS = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
  { name: 'website', type: 'text' },
] as const;
const FIELDS = [...TEXT_FIELDS, ...CONTACTS.map(({ name }) => name)];

/** The form with what an office says on the public page of its institute. */
export function PageForm({ id, content, version }: { id: string; content: PageContent; version: string }) {
  const t = useTranslations('office.page');
  const router = useRouter();
  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-[42rem]"
      submit={t('save')}
      submitting={t('saving')}
      send={(fields) => {
        const texts = Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name))]));
        return callAsAdmin('PUT /office/institutes/{instituteId}/page', {
          params: { instituteId: id },
          body: { ...(texts as Record<(typeof FIELDS)[number], string>), version },
        });
      }}
      toast="page"
      done={t('saved')}
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <h3 className="text-body font-semibold">{t('texts')}</h3>
          {TEXT_FIELDS.map((name, index) => (
            <TextArea
              key={name}
              label={t(`field.${name}`)}
              hint={index === 0 ? t('hint') : undefined}
              lang={name.endsWith('_hindi') ? 'hi' : 'en'}
              rows={4}
              maxLength={MAX_INSTITUTE_TEXT}
              defaultValue={content[name] ?? ''}
              {...field(name)}
            />
          ))}
          <h3 className="text-body font-semibold">{t('contact')}</h3>
          {CONTACTS.map(({ name, type }) => (
            <Field
              key={name}
              label={t(`field.${name}`)}
              type={type}
              inputMode={name === 'website' ? 'url' : undefined}
              defaultValue={content[name] ?? ''}
              {...field(name)}
            />
          ))}
        </>
      )}
    </Form>
  );
}
