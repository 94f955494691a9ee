type Order = { sort: string; dir: 'asc' | 'desc' };

/** Preserves a non-default order when the form is submitted. */
export function HiddenSortFields({ order, usual }: { order: Order; usual: Order }) {
  return (['sort', 'dir'] as const).map(
    (name) => order[name] !== usual[name] && <input key={name} type="hidden" name={name} value={order[name]} />,
  );
}
