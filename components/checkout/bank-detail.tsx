import { CopyButton } from '@/components/platform/ui/copy-button';
import { langOf } from '@/lib/platform/i18n/script';

type BankDetailProps = {
  label: string;
  value: string;
  /** What the button copies; null for a part that no bank's form asks for. */
  copied: string | null;
};

/** A part of a bank transfer in a list of them: its label above its text, and the button that copies it. */
export const BankDetail = ({ label, value, copied }: BankDetailProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5">
    <dt className="text-cap text-ink-2">{label}</dt>
    <dd className="row-start-2 leading-snug font-semibold wrap-anywhere" lang={langOf(value)}>
      {value}
    </dd>
    {copied !== null && (
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton text={copied} about={label} />
      </dd>
    )}
  </div>
);
