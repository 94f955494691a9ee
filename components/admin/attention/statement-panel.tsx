'use client';

import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BadRows } from '@/components/admin/catalogue-import/bad-rows';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { AdminSection } from '@/components/admin/section';
import { Note } from '@/components/ui/note';
import { proposalsSchema, type Proposals } from '@/lib/admin/receipts/schema';
import { adminPostFile } from '@/lib/api-client/admin';
import { formatCount } from '@/lib/core/format-count';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_ROWS } from '@/lib/core/limits';
import { Credits } from './credits';
import { Debits } from './debits';

const MEGABYTES = MAX_STATEMENT_BYTES / 1024 / 1024;
/** The server's limit, and the upload. */
const TIMEOUT_MS = 120_000;

/** `reads` counts the files that were read. */
type State = {
  reads: number;
  name: string | null;
  isReading: boolean;
  proposals: Proposals | null;
  problem: string | null;
};

/** Reads a bank statement and shows its credits with their proposals. */
export function StatementPanel() {
  const t = useTranslations('attention.statement');
  const [state, setState] = useState<State>({ reads: 0, name: null, isReading: false, proposals: null, problem: null });
  const { reads, name, isReading, proposals, problem } = state;
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (proposals ?? problem) result.current?.focus();
  }, [proposals, problem]);

  const refuse = (text: string) => setState((before) => ({ ...before, problem: text }));
  const read = async (file: File) => {
    if (file.size > MAX_STATEMENT_BYTES) return refuse(t('tooLarge', { megabytes: MEGABYTES }));
    setState({ reads, name: file.name, isReading: true, proposals: null, problem: null });
    const path = `/admin/bank-statement?name=${encodeURIComponent(file.name)}`;
    const answer = await adminPostFile(path, file, proposalsSchema, { timeoutMs: TIMEOUT_MS });
    setState({
      reads: reads + 1,
      name: file.name,
      isReading: false,
      proposals: answer.ok ? answer.data : null,
      problem: answer.ok ? null : (answer.message ?? t('failed')),
    });
  };

  return (
    <>
      <AdminSection id="file" title={t('file')}>
        <FileDrop
          label={t(name === null ? 'choose' : 'chooseAnother')}
          limits={t('limits', { rows: formatCount(MAX_STATEMENT_ROWS), megabytes: MEGABYTES })}
          disabled={isReading}
          onChoose={(file) => void read(file)}
          onMany={() => refuse(t('one'))}
        />
        <p role="status" className="flex items-center gap-2 text-small empty:absolute">
          {isReading && (
            <>
              <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
              {t('reading', { name: name ?? '' })}
            </>
          )}
        </p>
      </AdminSection>
      <div
        ref={result}
        tabIndex={-1}
        className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-6 outline-none empty:hidden"
      >
        {problem && <Note>{problem}</Note>}
        {proposals && name !== null && (
          <>
            {proposals.bad.length > 0 && (
              <BadRows key={`bad ${reads}`} bad={proposals.bad} title={t('bad')} note={t('badNote')} />
            )}
            <Credits key={reads} name={name} proposals={proposals} />
            {proposals.debits.length > 0 && <Debits key={`debits ${reads}`} debits={proposals.debits} />}
          </>
        )}
      </div>
    </>
  );
}
