type Option = { value: string; label: string; hint?: string };

type RadioGroupProps = {
  legend: string;
  name: string;
  options: readonly Option[];
  defaultValue?: string;
  required?: boolean;
};

/** A question with one of a few answers, each with its hint if it has one. */
export function RadioGroup({ legend, name, options, defaultValue, required }: RadioGroupProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="text-small font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(({ value, label, hint }) => (
          <label
            key={value}
            className={`grid min-h-tap grid-cols-[auto_1fr] content-center items-center gap-x-3 ${hint === undefined ? '' : 'w-full py-1'}`}
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={defaultValue === undefined ? undefined : value === defaultValue}
              required={required}
              className={`size-5.5 accent-action ${hint === undefined ? '' : 'row-span-2'}`}
            />
            <span className={hint === undefined ? '' : 'font-semibold'}>{label}</span>
            {hint !== undefined && <span className="text-cap text-ink-2">{hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
