import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/ui/cn';
import { formatCount } from '@/lib/core/format-count';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@/lib/core/limits';

type FileDropProps = {
  /** What stands as the label: to choose a file, or another one. */
  label: string;
  disabled: boolean;
  onChoose: (file: File) => void;
  /** Several files were dropped at once. */
  onMany: () => void;
};

/** Where a file is chosen, by pointer, keys or a finger, or dropped. */
export function FileDrop({ label, disabled, onChoose, onMany }: FileDropProps) {
  const t = useTranslations('adminCourses.import');
  const [over, setOver] = useState(false);
  // Moving over what is inside leaves and enters again.
  const depth = useRef(0);

  const drag = (by: 1 | -1) => (event: DragEvent) => {
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (disabled) return;
    const [file, ...others] = event.dataTransfer.files;
    if (others.length > 0) onMany();
    else if (file) onChoose(file);
  };

  return (
    <label
      onDragEnter={drag(1)}
      onDragLeave={drag(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={cn(
        'grid justify-items-center gap-1 rounded-2 border-[1.5px] p-6 text-center hover:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over ? 'border-solid border-ink bg-sunken' : 'border-dashed border-control bg-surface',
        disabled ? 'cursor-not-allowed text-ink-2' : 'cursor-pointer',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-8 text-ink-2" />
      <span>
        <span className="font-semibold text-link underline underline-offset-4">{label}</span>{' '}
        <span className="pointer-coarse:hidden">{t('drop')}</span>
      </span>
      <span className="text-cap text-ink-2">
        {t('limits', { rows: formatCount(MAX_IMPORT_ROWS), megabytes: MAX_IMPORT_BYTES / 1024 / 1024 })}
      </span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file, corrected and saved again, is a choice as well.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
