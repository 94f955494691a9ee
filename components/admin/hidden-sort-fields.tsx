type Order = { sort: string; dir: 'asc' | 'desc' };

/** Carries the order of a table through its form, where it is not the usual one. */
export function HiddenSortFields({ order, usual }: { order: Order; usual: Order }) {
  return (['sort', 'dir'] as const).map(
    (name) => order[name] !== usual[name] && <input key={name} type="hidden" name={name} value={order[name]} />,
  );
}
