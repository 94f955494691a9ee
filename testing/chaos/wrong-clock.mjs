/* Preloaded into an instance: its clock is wrong by CLOCK_ERROR_MS, as that of a machine without time service is. */
const error = Number(process.env.CLOCK_ERROR_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  // Of its own: Next.js copies the properties of the class, not those that it inherits.
  static parse = RightDate.parse;
  static UTC = RightDate.UTC;

  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RightDate.now() + error);
  }

  static now() {
    return RightDate.now() + error;
  }
};
