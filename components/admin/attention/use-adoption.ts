import { useRef, useState } from 'react';
import { adminGet } from '@/lib/api-client/admin';
import type { ApiResult } from '@/lib/api-client/client';
import { receiptAdoptionSchema, type ReceiptAdoption } from '@/lib/admin/receipts/schema';

/**
 * Looks up the adoption that a typed reference means, so that its company and balance can be seen before money is
 * recorded for it.
 * @param proposed an adoption that is known already
 */
export function useAdoption(proposed: ReceiptAdoption | null) {
  const [found, setFound] = useState(proposed);
  /** The typed reference that `found` was looked up for. */
  const typed = useRef(proposed?.reference ?? '');

  /** Returns the adoption of a reference; looks it up if it is another one than before, or `again`. */
  const find = async (reference: string, again = false): Promise<ApiResult<ReceiptAdoption | null>> => {
    const wanted = reference.trim();
    if (wanted === typed.current && (found || !wanted) && !again) return { ok: true, data: found };
    typed.current = wanted;
    setFound(null);
    if (!wanted) return { ok: true, data: null };
    const result = await adminGet(
      `/admin/receipts?${new URLSearchParams({ reference: wanted })}`,
      receiptAdoptionSchema,
    );
    // A later reference may have been typed meanwhile.
    if (result.ok && typed.current === wanted) setFound(result.data);
    return result;
  };
  return { found, find };
}
