'use client';

import { create } from 'zustand';
import type { Cart } from '@/lib/selection/schema';

/** An adoption that was paid for a moment ago: what the dashboard thanks for. */
export type Paid = { billingId: string; reference: string; order: Cart };

/** In memory only: thanks are said once, the adoption itself stands under 'My adoptions'. */
export const usePaid = create<{ paid: Paid | null }>()(() => ({ paid: null }));
