'use client';

import { CreditCard, Landmark, Smartphone, type LucideIcon } from 'lucide-react';
import { PAYMENT_METHODS, type PaymentMethod } from '@/db/schema/enums';

const ICONS: Record<PaymentMethod, LucideIcon> = { card: CreditCard, upi: Smartphone, netbanking: Landmark };

type MethodTilesProps = {
  labels: Record<PaymentMethod, string>;
  method: PaymentMethod | null;
  onMethod: (method: PaymentMethod) => void;
  disabled?: boolean;
  /** Id of the heading. */
  labelledBy: string;
};

/** The payment methods, of which one is chosen. */
export function MethodTiles({ labels, method, onMethod, disabled, labelledBy }: MethodTilesProps) {
  return (
    <fieldset disabled={disabled} aria-labelledby={labelledBy} className="@container">
      <div className="grid gap-3 @min-[36rem]:grid-cols-3">
        {PAYMENT_METHODS.map((option) => (
          <Tile
            key={option}
            option={option}
            checked={method === option}
            onChange={() => onMethod(option)}
            label={labels[option]}
          />
        ))}
      </div>
    </fieldset>
  );
}

type TileProps = { option: PaymentMethod; checked: boolean; onChange: () => void; label: string };

function Tile({ option, checked, onChange, label }: TileProps) {
  const Icon = ICONS[option];
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-3 rounded-2 border-[1.5px] border-control bg-surface px-4 py-3 font-semibold transition-colors duration-(--quick) hover:border-ink hover:bg-sunken has-checked:border-action has-checked:bg-sunken has-checked:outline-2 has-checked:outline-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-2">
      <input
        type="radio"
        name="payment_method"
        value={option}
        checked={checked}
        onChange={onChange}
        className="size-5 shrink-0 accent-action outline-none disabled:cursor-not-allowed"
      />
      <span className="grow">{label}</span>
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" />
    </label>
  );
}
