/** The layout of a course card, shared with its skeleton. */
export const CARD =
  "grid gap-x-4 gap-y-1 rounded-2 border p-4 md:px-6 [grid-template-areas:'name_name'_'meta_seats'_'price_seats'_'pick_pick'_'chosen_chosen'] grid-cols-[minmax(0,1fr)_auto] max-md:grid-rows-[auto_auto_1fr] max-[22.5rem]:[grid-template-areas:'name'_'meta'_'price'_'seats'_'pick'_'chosen'] max-[22.5rem]:grid-cols-[minmax(0,1fr)] md:[grid-template-areas:'name_seats'_'meta_seats'_'price_seats'_'pick_seats'_'chosen_chosen'] md:grid-rows-[auto_auto_auto_1fr_auto]";
