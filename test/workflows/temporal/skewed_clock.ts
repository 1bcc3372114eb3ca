/** Loaded into a process before all else: its clock runs an hour ahead of everybody's. */
const HOUR_MS = 3_600_000;
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    if (args.length === 0) super(RealDate.now() + HOUR_MS);
    else super(...args);
  }
  static override now(): number {
    return RealDate.now() + HOUR_MS;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
