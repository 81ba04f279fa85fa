type MinuteSales = { minute: string; waveId: string | null; units: number; cents: number }

type SalesMinute = { minute: Date; units: number[]; cents: number[] }

/**
 * Sales by minute, with an entry for each wave and a last one for sales outside any wave: every minute
 * from the first sale until now or the end of the release, including those without a sale.
 */
export function salesByWave(
  sales: readonly MinuteSales[],
  waveIds: readonly string[],
  until: Date,
): SalesMinute[] {
  if (sales.length === 0) return []
  const places = waveIds.length + 1
  const none = () => Array.from({ length: places }, () => 0)
  const times = sales.map(({ minute }) => Date.parse(minute))
  const first = Math.min(...times)
  const last = Math.max(...times, until.getTime())
  const count = Math.floor((last - first) / 60_000) + 1
  const minutes = Array.from({ length: count }, (_, index) => ({
    minute: new Date(first + index * 60_000),
    units: none(),
    cents: none(),
  }))
  for (const { minute, waveId, units, cents } of sales) {
    const at = minutes[(Date.parse(minute) - first) / 60_000]!
    const known = waveIds.findIndex((id) => id === waveId)
    const place = known < 0 ? places - 1 : known
    at.units[place]! += units
    at.cents[place]! += cents
  }
  return minutes
}
