import { getTranslator } from '@/lib/i18n/server';
import { RETENTION_ROWS } from '@/lib/privacy/retention';

/** The table of kept data in docs/operators.md, in Markdown. */
export function retentionTable(): string {
  const t = getTranslator('en', 'sitePages');
  const rows = RETENTION_ROWS.map(([data, { tables, values, purge }]) => [
    `\`${data}\`: ${t(`retention.${data}.data`)}`,
    tables.map((table) => `\`${table}\``).join(', ') || '–',
    t(`retention.${data}.kept`, { ...values }),
    purge ? 'yes' : '–',
  ]);
  const all = [['data', 'tables', 'kept', 'purged'], ['---', '---', '---', '---'], ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
