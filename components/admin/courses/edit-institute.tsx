'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { DialogButtons, Modal, ModalClose, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Note } from '@/components/ui/note';
import { SelectField } from '@/components/ui/select-field';
import { notify } from '@/components/ui/toaster';
import { adminInstituteResponse, refusedInstituteSchema, type AdminInstitute } from '@/lib/admin/courses/schema';
import { adminPatch } from '@/lib/api-client/admin';
import { INSTITUTE_KINDS, PARSE_DETAIL } from '@/lib/catalogue/institute-details';
import { institutePath } from '@/lib/catalogue/institute-path';
import { errorText } from '@/lib/i18n/errors';

const TEXTS = ['address', 'website', 'contact'] as const;
type Problems = Partial<Record<(typeof TEXTS)[number] | 'form', string>>;

/** The 'Institute' button of a row, and the form with the details that the public page of the institute shows. */
export function EditInstitute({ institute, name }: { institute: AdminInstitute; name: string }) {
  const t = useTranslations('adminCourses.institute');
  const [open, setOpen] = useState(false);
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t('of', { name })}>
          {t('open')}
        </Button>
      </ModalTrigger>
      <ModalContent title={t('title')}>
        <p className="-mt-2 text-small wrap-anywhere text-ink-2">
          {name} ·{' '}
          <Link href={institutePath(institute.id)} className="text-link underline underline-offset-4">
            {t('page')}
          </Link>
        </p>
        <InstituteForm institute={institute} name={name} onDone={() => setOpen(false)} />
      </ModalContent>
    </Modal>
  );
}

type InstituteFormProps = { institute: AdminInstitute; name: string; onDone: () => void };

function InstituteForm({ institute, name, onDone }: InstituteFormProps) {
  const t = useTranslations('adminCourses.institute');
  const edit = useTranslations('adminCourses.edit');
  const router = useRouter();
  const [base, setBase] = useState(institute);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = new FormData(event.currentTarget);
    const typed = Object.fromEntries(TEXTS.map((field) => [field, String(form.get(field) ?? '')]));
    const bad = TEXTS.filter((field) => !PARSE_DETAIL[field](typed[field] ?? '').ok);
    setProblems(Object.fromEntries(bad.map((field) => [field, errorText(`institute.${field}`)])));
    if (bad.length > 0) return;
    setPending(true);
    const body = { ...typed, kind: form.get('kind') || null, version: base.version };
    const result = await adminPatch(`/admin/institutes/${institute.id}`, body, adminInstituteResponse);
    setPending(false);
    if (result.ok) {
      notify.success(edit('saved', { course: name }), { id: 'institute' });
      onDone();
    } else {
      const message = result.message ?? errorText('institute.save_failed');
      notify.error(message, { id: 'institute' });
      setProblems({ form: message });
      const now = refusedInstituteSchema.safeParse(result.details).data?.institute;
      if (now) setBase(now);
      else return;
    }
    router.refresh();
  };

  return (
    // The key shows the current values after somebody else changed them.
    <form key={base.version} onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
      {problems.form && <Note>{problems.form}</Note>}
      <SelectField label={t('kind')} name="kind" defaultValue={base.kind ?? ''}>
        <option value="">{t('unknown')}</option>
        {INSTITUTE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      {TEXTS.map((field) => (
        <Field
          key={field}
          name={field}
          label={t(field)}
          hint={t(`${field}Note`)}
          error={problems[field]}
          defaultValue={base[field] ?? ''}
        />
      ))}
      <DialogButtons>
        <Button type="submit" aria-disabled={pending || undefined} aria-busy={pending || undefined}>
          {edit(pending ? 'saving' : 'save')}
        </Button>
        <ModalClose asChild>
          <Button variant="line">{edit('cancel')}</Button>
        </ModalClose>
      </DialogButtons>
    </form>
  );
}
