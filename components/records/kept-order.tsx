/** Carries the order of a table through its form, where it is not the usual one. */
export function KeptOrder({ sort, dir }: { sort: string; dir: 'asc' | 'desc' }) {
  return (
    <>
      {sort !== 'created' && <input type="hidden" name="sort" value={sort} />}
      {dir !== 'desc' && <input type="hidden" name="dir" value={dir} />}
    </>
  );
}
