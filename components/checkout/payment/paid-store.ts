'use client';

import { create } from 'zustand';
import type { Cart } from '@/lib/selection/cart';

/** An adoption that was just paid for, as thanked for on the dashboard. */
export type Paid = { billingId: string; reference: string; order: Cart };

/** In memory only: the thanks are shown once; the adoption itself is listed under 'My adoptions'. */
export const usePaid = create<{ paid: Paid | null }>()(() => ({ paid: null }));
