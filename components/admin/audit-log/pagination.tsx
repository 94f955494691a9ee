import { ChevronFirst, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { AuditEntry } from '@/lib/admin/audit-log/queries';
import { AUDIT_LIST, type AuditFilter, type AuditPlace } from '@/lib/accounts/audit-log/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

type PaginationProps = {
  filter: AuditFilter;
  place: AuditPlace;
  entries: readonly AuditEntry[];
  newer: boolean;
  older: boolean;
};

/** Pagination of the log; renders nothing for a single page. */
export function Pagination({ filter, place, entries, newer, older }: PaginationProps) {
  const t = getTranslator('en', 'auditLog');
  const [first, last] = [entries[0], entries.at(-1)];
  const isMoved = place.before !== undefined || place.after !== undefined;
  if (!isMoved && !older) return null;
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap gap-2 print:hidden">
      {isMoved && (
        <Button asChild variant="line" size="small">
          <Link href={AUDIT_LIST.href(filter)}>
            <ChevronFirst aria-hidden />
            {t('newest')}
          </Link>
        </Button>
      )}
      {newer && first && (
        <Button asChild variant="line" size="small">
          <Link href={AUDIT_LIST.href({ ...filter, after: String(first.id) })} rel="prev">
            <ChevronLeft aria-hidden />
            {t('newer')}
          </Link>
        </Button>
      )}
      {older && last && (
        <Button asChild variant="line" size="small">
          <Link href={AUDIT_LIST.href({ ...filter, before: String(last.id) })} rel="next">
            {t('older')}
            <ChevronRight aria-hidden />
          </Link>
        </Button>
      )}
    </nav>
  );
}
