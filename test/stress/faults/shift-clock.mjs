/** Loaded into a process (`--import`), shifts its clock by CLOCK_OFFSET_MS milliseconds. */
const offset = Number(process.env.CLOCK_OFFSET_MS);
const { Date: RealDate } = globalThis;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset);
    else super(...values);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
