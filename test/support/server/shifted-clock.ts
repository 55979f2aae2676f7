import { readFileSync } from "node:fs";

/** Loaded before a program: its time runs as the real one does, later by the milliseconds that the file CLOCK says. */
const RealDate = Date;
const shift = () => Number(readFileSync(process.env.CLOCK!, "utf8"));

class ShiftedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [RealDate.now() + shift()] : given) as [number]));
  }

  static override now = () => RealDate.now() + shift();
}
globalThis.Date = ShiftedDate as DateConstructor;
