import type { ReactNode } from 'react';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { totalOf } from '@/lib/admin/attention/rules';
import {
  ATTENTION_LIST,
  NOTICE_KINDS,
  TASK_KINDS,
  type AttentionCounts,
  type AttentionKind,
} from '@/lib/admin/attention/schema';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';

type KindLinksProps = {
  counts: AttentionCounts;
  /** The shown kind, marked in the list. */
  current: AttentionKind | 'all';
};

/**
 * The kinds of which something needs attention, each with its number and a link to its list, and notices apart from them. A
 * kind with nothing is left out unless its list is shown.
 */
export function KindLinks({ counts, current }: KindLinksProps) {
  const t = getTranslator('en', 'attention');
  const isShown = (kind: AttentionKind) => counts[kind] > 0 || kind === current;
  const [tasks, notices] = [TASK_KINDS.filter(isShown), NOTICE_KINDS.filter(isShown)];
  const link = (kind: AttentionKind | 'all', name: string, count: number) => (
    <li key={kind} className="min-w-0">
      <Link
        href={ATTENTION_LIST.href(kind === 'all' ? {} : { kind })}
        aria-current={kind === current ? 'page' : undefined}
        className={cn(
          'grid h-full min-h-tap content-between px-3 py-2 text-ink no-underline underline-offset-4 hover:underline sm:px-4',
          kind === current && 'shadow-[inset_0_-3px_0_var(--marigold)] forced-colors:outline-2',
        )}
      >
        <span className="text-cap hyphens-auto text-ink-2">{name}</span>
        <span className={cn('num text-h3 leading-tight', count === 0 && 'text-ink-2')}>{formatCount(count)}</span>
      </Link>
    </li>
  );
  const links = (kinds: readonly AttentionKind[]) => kinds.map((kind) => link(kind, t(`kind.${kind}`), counts[kind]));
  // With one kind its list is that of all; from the list of a kind, a link leads back to all.
  const all = tasks.length > 1 || current !== 'all' ? [link('all', t('all'), totalOf(counts))] : [];
  return (
    <div className="grid gap-3 empty:hidden print:hidden">
      {tasks.length + all.length > 0 && <Tiles label={t('counts')}>{[...all, ...links(tasks)]}</Tiles>}
      {notices.length > 0 && (
        <>
          <h2 className="text-small font-semibold">{t('notices')}</h2>
          <Tiles label={t('notices')}>{links(notices)}</Tiles>
        </>
      )}
    </div>
  );
}

const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="overflow-hidden rounded-2 border border-line bg-surface">
    <ul className="grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-5">{children}</ul>
  </nav>
);
