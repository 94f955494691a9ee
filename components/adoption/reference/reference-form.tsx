'use client';

import { useParams } from 'next/navigation';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { readSegment } from '@/lib/platform/site/segment';

type ReferenceFormProps = {
  /** The page that opens a reference: it gets what is typed as `reference`. */
  action: '/adoptions' | '/verify';
  texts: { label: string; hint: string; submit: string };
  /** What was typed before; without it that of the page's address. */
  typed?: string;
  error?: string;
};

/** The form that asks for the reference of an adoption; works without JavaScript. */
export function ReferenceForm({ action, texts, typed, error }: ReferenceFormProps) {
  const { reference } = useParams<{ reference?: string }>();
  return (
    <form action={action} method="get" className="grid max-w-108 gap-4">
      <Field
        label={texts.label}
        hint={texts.hint}
        error={error}
        name="reference"
        defaultValue={typed ?? (reference && readSegment(reference)) ?? ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
      />
      <Button type="submit" wide>
        {texts.submit}
      </Button>
    </form>
  );
}
