'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { DataTable, type DataTableProps } from '@/components/platform/ui/data-table';
import { formatCount } from '@/lib/platform/format-count';

const FIRST = 100;
const MORE = 500;

/** A long table shown step by step: tens of thousands of rows would freeze the browser. */
export function LongTable<Row>({ rows, ...props }: DataTableProps<Row>) {
  const t = useTranslations('admin');
  const [count, setCount] = useState(FIRST);
  const next = Math.min(MORE, rows.length - count);
  return (
    <>
      <DataTable {...props} rows={rows.slice(0, count)} />
      {next > 0 && (
        <Button variant="line" size="small" className="justify-self-start" onClick={() => setCount(count + MORE)}>
          {t('more', { count: formatCount(next) })}
        </Button>
      )}
    </>
  );
}
