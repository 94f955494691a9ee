import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { totalOf } from '@/lib/admin/attention/rules';
import {
  ATTENTION_KINDS,
  ATTENTION_LIST,
  type AttentionCounts,
  type AttentionKind,
} from '@/lib/admin/attention/schema';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';

type KindLinksProps = {
  counts: AttentionCounts;
  /** The shown kind, marked in the list. */
  current?: AttentionKind | 'all';
};

/** The kinds of what needs attention, each with its number and a link to its list. */
export function KindLinks({ counts, current }: KindLinksProps) {
  const t = getTranslator('en', 'attention');
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
  return (
    <nav aria-label={t('counts')} className="overflow-hidden rounded-2 border border-line bg-surface print:hidden">
      <ul className="grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-5">
        {link('all', t('all'), totalOf(counts))}
        {ATTENTION_KINDS.map((kind) => link(kind, t(`kind.${kind}`), counts[kind]))}
      </ul>
    </nav>
  );
}
