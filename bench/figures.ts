export const median = (figures: number[]): number => percentile(figures, 50)

export function percentile(figures: number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = Math.ceil((percent / 100) * sorted.length) - 1
  return sorted[Math.max(0, at)] ?? Number.NaN
}

export const fixed = (figure: number, digits = 0): string => figure.toFixed(digits)

/** A line of the table; `reference` is the target, or the baseline of the same run. */
export type Row = { what: string; figure: string; reference: string; ratio: string }

export const row = (what: string, figure: string, reference = '', ratio = ''): Row => ({
  what,
  figure,
  reference,
  ratio,
})

/** Formats rows as a table with aligned columns. */
export function table(title: string, rows: Row[]): string {
  const columns = ['what', 'figure', 'reference', 'ratio'] as const
  const heads = row(title, 'the shop', 'reference', 'ratio')
  const all = [heads, ...rows]
  const widths = columns.map((name) => Math.max(...all.map((line) => line[name].length)))
  return `${all
    .map((line) =>
      columns
        .map((name, i) => line[name].padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}

/** Runs `work` with `width` concurrent workers until the time or count limit is reached. */
export async function drive(
  width: number,
  limit: { seconds: number; times: number },
  work: (index: number) => Promise<unknown>,
): Promise<{ perSecond: number; millis: number[] }> {
  const millis: number[] = []
  const began = performance.now()
  const until = began + limit.seconds * 1000
  let next = 0
  const worker = async () => {
    while (performance.now() < until && next < limit.times) {
      const index = next++
      const start = performance.now()
      await work(index)
      millis.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return { perSecond: (millis.length * 1000) / (performance.now() - began), millis }
}
