'use client';

import { useEffect, useState } from 'react';
import { Field } from '@/components/platform/ui/field';
import { MIN_SEARCH } from '@/lib/admin/search/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

/** A company to choose. `note`: its domains. */
export type CompanyOption = { id: string; name: string; note?: string };

type CompanyFieldProps = {
  label: string;
  hint: string;
  error?: string | undefined;
  /** What is offered before anything is typed. */
  options?: readonly CompanyOption[];
  onChoose: (company: CompanyOption) => void;
};

/** Milliseconds without typing after which it searches. */
const PAUSE_MS = 200;

/** Finds companies by words of their names, and chooses one. */
export function CompanyField({ label, hint, error, options = [], onChoose }: CompanyFieldProps) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly CompanyOption[]>([]);
  const q = typed.trim();
  useEffect(() => {
    if (q.length < MIN_SEARCH) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const answer = await callAsAdmin('GET /admin/search', { query: { q } });
      if (isOld || !answer.ok) return;
      const companies = answer.data.results.filter(({ kind }) => kind === 'company');
      setFound(companies.map(({ path, ...company }) => ({ ...company, id: path.slice(path.lastIndexOf('/') + 1) })));
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [q]);
  const shown = q.length < MIN_SEARCH ? options : found;
  return (
    <div className="grid gap-1">
      <Field
        label={label}
        hint={hint}
        error={error}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="grid gap-1">
        {shown.map((company) => (
          <li key={company.id}>
            <button
              type="button"
              className="min-h-tap w-full rounded-2 border border-line px-3 py-2 text-start text-small wrap-anywhere hover:border-ink"
              onClick={() => {
                setTyped('');
                onChoose(company);
              }}
            >
              {company.name} {company.note && <span className="text-ink-2">{company.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
