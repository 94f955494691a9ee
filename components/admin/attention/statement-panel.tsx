'use client';

import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BadRows } from '@/components/admin/catalogue-import/bad-rows';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { AdminSection } from '@/components/admin/section';
import { Note } from '@/components/platform/ui/note';
import { formatColumns, type ColumnChoice } from '@/lib/admin/bank-statements/schema';
import { proposalsSchema, type Proposals } from '@/lib/admin/receipts/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { formatCount } from '@/lib/platform/format-count';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_ROWS } from '@/lib/platform/limits';
import { Credits } from './credits';
import { Debits } from './debits';
import { isComplete, StatementLayout } from './statement-layout';

const MEGABYTES = MAX_STATEMENT_BYTES / 1024 / 1024;
/** The server's limit, and the upload. */
const TIMEOUT_MS = 120_000;

/** `reads` counts the files that were read. */
type State = {
  reads: number;
  file: File | null;
  isReading: boolean;
  proposals: Proposals | null;
  problem: string | null;
};

/** Reads a bank statement and shows its credits with their proposals. */
export function StatementPanel() {
  const t = useTranslations('attention.statement');
  const files = useTranslations('catalogueImport');
  const [state, setState] = useState<State>({ reads: 0, file: null, isReading: false, proposals: null, problem: null });
  const { reads, file: read, isReading, proposals, problem } = state;
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (proposals ?? problem) result.current?.focus();
  }, [proposals, problem]);

  const refuse = (text: string) => setState((before) => ({ ...before, problem: text }));
  const send = async (file: File, columns?: ColumnChoice) => {
    if (file.size > MAX_STATEMENT_BYTES) return refuse(t('tooLarge', { megabytes: MEGABYTES }));
    setState({ reads, file, isReading: true, proposals: null, problem: null });
    const query = { name: file.name, columns: columns && formatColumns(columns) };
    const read = asSchema(proposalsSchema);
    const answer = await callAsAdmin('POST /admin/bank-statement', { query, body: file, read, timeoutMs: TIMEOUT_MS });
    setState({
      reads: reads + 1,
      file,
      isReading: false,
      proposals: answer.ok ? answer.data : null,
      problem: answer.ok ? null : (answer.message ?? t('failed')),
    });
  };

  return (
    <>
      <AdminSection id="file" title={t('file')}>
        <FileDrop
          label={t(read === null ? 'choose' : 'chooseAnother')}
          limits={t('limits', { rows: formatCount(MAX_STATEMENT_ROWS), megabytes: MEGABYTES })}
          drop={files('drop')}
          others=",.xml,.sta,.mt940,.940"
          disabled={isReading}
          onChoose={(file) => void send(file)}
          onMany={() => refuse(t('one'))}
        />
        <p role="status" className="flex items-center gap-2 text-small empty:absolute">
          {isReading && (
            <>
              <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
              {t('reading', { name: read?.name ?? '' })}
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
        {proposals && read && (
          <>
            <StatementLayout
              key={`layout ${reads}`}
              proposals={proposals}
              onCorrect={(columns) => void send(read, columns)}
            />
            {proposals.bad.length > 0 && (
              <BadRows key={`bad ${reads}`} bad={proposals.bad} title={t('bad')} note={t('badNote')} />
            )}
            {isComplete(proposals.layout) && <Credits key={reads} name={read.name} proposals={proposals} />}
            {proposals.debits.length > 0 && <Debits key={`debits ${reads}`} name={read.name} proposals={proposals} />}
          </>
        )}
      </div>
    </>
  );
}
