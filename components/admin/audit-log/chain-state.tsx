import { Note } from '@/components/platform/ui/note';
import { verifyChain } from '@/lib/admin/audit-log/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';

/** Says whether the hash chain of the log holds, or that it takes too long to check on a page. */
export async function ChainState() {
  const t = getTranslator('en', 'auditLog.chain');
  const state = await withQueryDeadline(verifyChain()).catch(() => null);
  if (!state) return <p className="text-small text-ink-2">{t('unchecked')}</p>;
  if (state.broken !== null) return <Note>{t('broken', { id: state.broken.toString() })}</Note>;
  return <p className="text-small text-ink-2">{t('holds', { count: formatCount(state.entries) })}</p>;
}
