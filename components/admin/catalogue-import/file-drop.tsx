import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { cn } from '@/components/platform/ui/cn';

type FileDropProps = {
  /** The label of the control: choose a file, or another one. */
  label: string;
  /** The maximum size of the file, as a sentence. */
  limits: string;
  /** Says that it can be dropped there. */
  drop: string;
  /** Further endings of names, such as ',.xml'. */
  others?: string;
  disabled: boolean;
  onChoose: (file: File) => void;
  /** Called when several files were dropped at once. */
  onMany: () => void;
};

/** Chooses a file by click, keyboard or drag and drop. */
export function FileDrop({ label, limits, drop: dropLabel, others = '', disabled, onChoose, onMany }: FileDropProps) {
  const [over, setOver] = useState(false);
  // Dragging over a child element fires leave and enter again.
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
    const [file, ...further] = event.dataTransfer.files;
    if (further.length > 0) onMany();
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
        <span className="pointer-coarse:hidden">{dropLabel}</span>
      </span>
      <span className="text-cap text-ink-2">{limits}</span>
      <input
        type="file"
        accept={`.xlsx,.xls,.xlsb,.ods,.csv,.tsv,.txt${others}`}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Choosing the same file again, after it was corrected, must fire a change event.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
