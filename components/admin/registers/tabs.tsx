import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { PAPER_LIST, RECEIPT_LIST, REFUND_LIST } from '@/lib/admin/registers/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'registers');

const TABS = [
  [PAPER_LIST.path, t('papers.title')],
  [RECEIPT_LIST.path, t('receipts.title')],
  [REFUND_LIST.path, t('refunds.title')],
  [AUDIT_LIST.path, getTranslator('en', 'auditLog')('title')],
] as const;

/** The links to the registers. @param current the path of the page */
export function RegisterTabs({ current }: { current: (typeof TABS)[number][0] }) {
  return (
    <nav aria-label={t('tabs')} className="border-b border-line print:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {TABS.map(([path, name]) => (
          <li key={path}>
            <Link
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className={cn(
                'flex min-h-tap items-center text-ink no-underline underline-offset-4 hover:underline',
                path === current && 'font-semibold shadow-[inset_0_-3px_0_var(--marigold)] forced-colors:outline-2',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
