import { readFileSync } from "node:fs";

/** Loaded before a program. Its clock is ahead by the milliseconds in the file CLOCK. */
const RealDate = Date;
const shift = () => Number(readFileSync(process.env.CLOCK!, "utf8"));

class ShiftedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [RealDate.now() + shift()] : given) as [number]));
  }

  static override now = () => RealDate.now() + shift();
}
globalThis.Date = ShiftedDate as DateConstructor;
