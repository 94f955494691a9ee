'use client';

import { LoaderCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Facts } from '@/components/platform/ui/facts';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { formatFigure } from '@/lib/catalogue/district-figures/rules';
import {
  figuresFileSchema,
  isUsable,
  type DistrictFigures,
  type FiguresFile,
} from '@/lib/catalogue/district-figures/schema';
import { MAX_OFFICE_FILE_BYTES } from '@/lib/platform/limits';

const KILOBYTES = MAX_OFFICE_FILE_BYTES / 1024;
const TIMEOUT_MS = 60_000;
/** Lines of one kind that are named; the file has the others. */
const NAMED = 20;

type FiguresPanelProps = {
  /** What is stored, with its day as text; null: nothing. */
  stored: (Omit<DistrictFigures, 'figures'> & { version: string; day: string; districts: number }) | null;
  maySave: boolean;
};

/** `reads` counts the files that were read. */
type State = { reads: number; file: File | null; isReading: boolean; read: FiguresFile | null; problem: string | null };

const send = (body: File, query: Record<string, string | undefined>) =>
  callAsAdmin('POST /admin/district-figures', {
    ...{ query, body, read: asSchema(figuresFileSchema), timeoutMs: TIMEOUT_MS },
  });

/** The figures of districts that are stored, and a file that replaces them: first what it contains, then its name, source and year. */
export function FiguresPanel({ stored, maySave }: FiguresPanelProps) {
  const t = useTranslations('settings.figures');
  const [state, setState] = useState<State>({ reads: 0, file: null, isReading: false, read: null, problem: null });
  const { reads, file, isReading, read, problem } = state;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (read ?? problem) result.current?.focus();
  }, [read, problem]);

  const refuse = (text: string) => setState((before) => ({ ...before, read: null, problem: text }));
  const choose = async (chosen: File) => {
    if (chosen.size > MAX_OFFICE_FILE_BYTES) return refuse(t('tooLarge', { kilobytes: KILOBYTES }));
    setState({ reads, file: chosen, isReading: true, read: null, problem: null });
    const answer = await send(chosen, {});
    setState({
      ...{ reads: reads + 1, file: chosen, isReading: false },
      read: answer.ok ? answer.data : null,
      problem: answer.ok ? null : (answer.message ?? t('failed')),
    });
  };
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      {stored ? <Stored stored={stored} maySave={maySave} /> : <p>{t('nothing')}</p>}
      {maySave && (
        <FileDrop
          label={t(stored || file ? 'chooseAnother' : 'choose')}
          limits={t('limits', { kilobytes: KILOBYTES })}
          drop={t('drop')}
          disabled={isReading}
          onChoose={(chosen) => void choose(chosen)}
          onMany={() => refuse(t('one'))}
        />
      )}
      <p role="status" className="flex items-center gap-2 text-small empty:absolute">
        {isReading && (
          <>
            <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
            {t('reading', { name: file?.name ?? '' })}
          </>
        )}
      </p>
      <div ref={result} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none empty:hidden">
        {problem && <Note>{problem}</Note>}
        {read && file && (
          <>
            <Contents key={`contents ${reads}`} file={read} />
            {isUsable(read) && (
              <SaveForm
                key={`save ${reads}`}
                file={file}
                read={read}
                stored={stored}
                onSaved={() => setState({ reads, file: null, isReading: false, read: null, problem: null })}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Stored({ stored, maySave }: { stored: NonNullable<FiguresPanelProps['stored']>; maySave: boolean }) {
  const t = useTranslations('settings.figures');
  const { title, title_hindi: hindi, source, year, version, day, districts } = stored;
  return (
    <div className="grid gap-3">
      <Facts
        facts={[
          [t('title'), title],
          ...(hindi ? [[t('titleHindi'), hindi, 'hi'] as const] : []),
          [t('source'), source],
          [t('year'), year],
          [t('districts'), String(districts)],
          [t('day'), day],
        ]}
      />
      {maySave && (
        <ActionButton
          variant="line"
          size="small"
          className="justify-self-start"
          send={() => callAsAdmin('DELETE /admin/district-figures', { body: { version } })}
          toast="figures"
          done={t('removed')}
          failed={t('failed')}
        >
          {t('remove')}
        </ActionButton>
      )}
    </div>
  );
}

/** What a file contains: first what keeps it from being stored. */
function Contents({ file }: { file: FiguresFile }) {
  const t = useTranslations('settings.figures');
  const { column, matched, unknown, twice, wrong, missing, left_out: leftOut } = file;
  const problems = [
    ...unknown.map(({ line, name }) => t('row.unknown', { line, name: name || '–' })),
    ...twice.map(({ district, lines }) => t('row.twice', { name: district, lines: lines.join(', ') })),
    ...wrong.map(({ line, name, text, problem }) => t(`row.${problem}`, { line, name, text })),
  ];
  const more = problems.length - NAMED;
  return (
    <section aria-labelledby="figures-file" className="grid gap-3">
      <h3 id="figures-file" className="text-lead">
        {t('contents', { column })}
      </h3>
      {problems.length > 0 || matched.length === 0 ? (
        <Note>
          <p className="font-semibold">{t(matched.length === 0 && problems.length === 0 ? 'noRows' : 'notUsable')}</p>
          <ul className="list-disc ps-5">
            {problems.slice(0, NAMED).map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
          {more > 0 && <p>{t('more', { count: more })}</p>}
        </Note>
      ) : (
        <Note kind="ok">{t('usable', { count: matched.length })}</Note>
      )}
      {missing.length > 0 && (
        <p className="text-small">{t('missing', { count: missing.length, names: missing.join(', ') })}</p>
      )}
      {leftOut.length > 0 && (
        <p className="text-small">
          {t('leftOut', { lines: leftOut.map(({ line, name }) => `${line} (${name})`).join(', ') })}
        </p>
      )}
      {matched.length > 0 && (
        <Disclosure small summary={t('matched', { count: matched.length })}>
          <ul className="columns-2 gap-6 text-small sm:columns-3">
            {matched.map(({ district, figure }) => (
              <li key={district} className="flex break-inside-avoid justify-between gap-2">
                <span>{district}</span>
                <span className="tabular-nums">{formatFigure(figure)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

type SaveFormProps = {
  file: File;
  read: FiguresFile;
  stored: FiguresPanelProps['stored'];
  onSaved: () => void;
};

/** Names the figures and stores the file that was read. */
function SaveForm({ file, read, stored, onSaved }: SaveFormProps) {
  const t = useTranslations('settings.figures');
  const router = useRouter();
  const text = (fields: FormData, name: string) => String(fields.get(name) ?? '').trim();
  return (
    <Form
      autoComplete="off"
      aria-label={t('save')}
      submit={t(stored ? 'replace' : 'save')}
      submitting={t('saving')}
      send={(fields) =>
        send(file, {
          ...{ save: 'true', version: stored?.version, title: text(fields, 'title'), source: text(fields, 'source') },
          ...{ title_hindi: text(fields, 'title_hindi') || undefined, year: text(fields, 'year') },
        })
      }
      failed={t('failed')}
      toast="figures"
      done={() => t('saved')}
      onDone={() => {
        onSaved();
        router.refresh();
      }}
    >
      {() => (
        <>
          <Field
            name="title"
            label={t('title')}
            hint={t('titleHint')}
            required
            maxLength={80}
            defaultValue={read.column}
          />
          <Field
            name="title_hindi"
            label={t('titleHindi')}
            hint={t('optional')}
            maxLength={80}
            lang="hi"
            defaultValue={stored?.title_hindi}
          />
          <Field name="source" label={t('source')} required maxLength={200} defaultValue={read.source ?? ''} />
          <Field name="year" label={t('year')} required maxLength={20} defaultValue={read.year ?? ''} />
        </>
      )}
    </Form>
  );
}
