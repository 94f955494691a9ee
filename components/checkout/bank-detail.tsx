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
  <div className="flex items-center justify-between gap-x-3 py-0.5">
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-cap text-ink-2">{label}</dt>
      <dd className="leading-snug font-semibold" lang={langOf(value)}>
        {value}
      </dd>
    </div>
    {copied !== null && <CopyButton text={copied} about={label} />}
  </div>
);
