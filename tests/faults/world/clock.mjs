// Preloaded into a shop to shift its clock by CLOCK_MINUTES, also negative.
const offset = Number(process.env.CLOCK_MINUTES ?? 0) * 60_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + offset] : args))
  }

  static now() {
    return RealDate.now() + offset
  }
}
