'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { Modal, ModalContent } from '@/components/platform/ui/dialog';
import { Field } from '@/components/platform/ui/field';
import { MIN_SEARCH, type Found } from '@/lib/admin/search/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';

/** Milliseconds without typing after which it searches. */
const PAUSE_MS = 200;

const isTyping = (element: EventTarget | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** The search of the bar: a button, '/' or Ctrl+K open it on every page. */
export function AdminSearch() {
  const t = useTranslations('admin.search');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut && (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target))) return;
      // Another dialog has the keyboard.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    const opener = button.current;
    if (open) return () => opener?.focus();
  }, [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        aria-label={t('open')}
        onClick={() => setOpen(true)}
        className="grid size-11 shrink-0 place-items-center"
      >
        <Search aria-hidden className="size-5" />
      </button>
      {open && (
        <Modal open onOpenChange={setOpen}>
          <ModalContent title={t('open')} className="max-w-160 self-start">
            <SearchBox onDone={() => setOpen(false)} />
          </ModalContent>
        </Modal>
      )}
    </>
  );
}

/** What was found last, and for which text. */
type Answer = { q: string; results: readonly Found[] } | { q: string; failure: string };

function SearchBox({ onDone }: { onDone: () => void }) {
  const t = useTranslations('admin.search');
  const common = useTranslations('common');
  const router = useRouter();
  const id = useId();
  const [q, setQ] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(0);
  const text = q.trim();
  useEffect(() => {
    if (text.length < MIN_SEARCH) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const found = await callAsAdmin('GET /admin/search', { query: { q: text } });
      if (isOld) return;
      setAnswer(found.ok ? { q: text, ...found.data } : { q: text, failure: found.message ?? common('failed') });
      setActive(0);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, common]);
  const isCurrent = answer?.q === text && text.length >= MIN_SEARCH;
  const results = isCurrent && 'results' in answer ? answer.results : [];
  const go = (path: string) => {
    onDone();
    router.push(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (results.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at) => (at + step + results.length) % results.length);
    else if (event.key === 'Enter') go(results[active]!.path);
    else return;
    event.preventDefault();
  };
  const status = !isCurrent
    ? text.length < MIN_SEARCH
      ? t('least', { least: MIN_SEARCH })
      : t('searching')
    : 'failure' in answer
      ? answer.failure
      : t('found', { count: results.length });
  return (
    <>
      <Field
        label={t('label')}
        hint={t('what')}
        role="combobox"
        type="search"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        value={q}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="text-small text-ink-2">
        {status}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label={t('open')} className="grid empty:hidden">
        {results.map(({ kind, name, note, state, path }, at) => (
          // The keyboard is the input's, which names the active option.
          <li
            key={`${kind} ${path} ${name}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onClick={() => go(path)}
            onMouseMove={() => setActive(at)}
            className={cn(
              'grid min-h-tap cursor-pointer grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 rounded-2 px-2 py-1',
              at === active && 'bg-sunken',
            )}
          >
            <span className="text-cap text-ink-2">{t(`kind.${kind}`)}</span>
            <span className="wrap-anywhere">
              <strong>{name}</strong>{' '}
              <span className="text-small text-ink-2">{[note, state].filter(Boolean).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
