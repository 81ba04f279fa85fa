import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'
import type { Processes } from '../processes/process-report.rules.ts'

/** Labels and value of a metric. */
export type Sample = [labels: Record<string, string>, value: number]

/** A sample for each state. */
export const byState = (counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([state, count]) => [{ state }, count])

type Gauge<Figures> = {
  name: `kohue_${string}`
  help: string
  read: (figures: Figures) => Sample[]
}

/** What no query tells. */
export type Running = {
  /** Of all processes that report. */
  processes: Pick<
    Processes,
    'providerFailures' | 'serverErrors' | 'loopDelay' | 'connectionsWaitedFor'
  >
  /** Minutes before this evaluation in which no process ran or reached the database. */
  minutesAway: number
}

/** What needs somebody who runs the server. */
type Alarm<Figures> = {
  /** What is so. */
  title: string
  todo: string
  /** The metric of the line of docs/operations.md that says more. */
  line: string
  isBad: (figures: Figures, running: Running) => boolean
  /** Minutes for which the condition must hold before the alarm is raised; at once without. */
  after?: number
}

type Definition<Figures> = {
  /** An expression of a JSON value; each part of it uses an index. */
  query: SQL
  gauges: readonly Gauge<Figures>[]
  alarms?: Readonly<Record<string, Alarm<Figures>>>
}

/** Current figures of a module, of the shop as a whole, with the metrics and alarms made of them. */
export type ModuleFigures<Figures = unknown> = Definition<never> & {
  read: (db: Queryable) => Promise<Figures>
}

export const defineFigures = <Figures>(
  definition: Definition<Figures>,
): ModuleFigures<Figures> => ({
  ...definition,
  async read(db) {
    const { rows } = await db.execute<{ figures: Figures }>(
      sql`select to_json(${definition.query}) as figures`,
    )
    return rows[0]!.figures
  },
})

const all: ModuleFigures[] = []

/** Adds a module's figures; `app` does so with each module before the shop opens. */
export const addFigures = (figures: ModuleFigures): void => void all.push(figures)

/** The figures of all modules, read in one statement. */
export type ShopFigures = readonly never[]

export async function shopFigures(db: Queryable): Promise<ShopFigures> {
  const parts = sql.join(
    all.map(({ query }) => query),
    sql`, `,
  )
  const { rows } = await db.execute<{ figures: ShopFigures }>(
    sql`select json_build_array(${parts}) as figures`,
  )
  return rows[0]!.figures
}

/** The metrics of all modules. */
export const shopGauges = () =>
  all.flatMap(({ gauges }, index) =>
    gauges.map(({ name, help, read }) => ({
      name,
      help,
      read: (figures: ShopFigures) => read(figures[index]!),
    })),
  )

/** The alarms of all modules, by cause. */
export const shopAlarms = (): { cause: string; after: number; isBad: IsBad }[] =>
  all.flatMap(({ alarms = {} }, index) =>
    Object.entries(alarms).map(([cause, { isBad, after = 0 }]) => ({
      cause,
      after,
      isBad: (figures: ShopFigures, running: Running) => isBad(figures[index]!, running),
    })),
  )
type IsBad = (figures: ShopFigures, running: Running) => boolean

/** What an alarm says. One of a later version is called by its cause. */
export function alarmWords(cause: string): { title: string; todo: string } {
  const alarm = all.flatMap(({ alarms = {} }) => alarms[cause] ?? []).at(0)
  if (!alarm) return { title: cause, todo: 'See docs/operations.md.' }
  const { title, todo, line } = alarm
  return { title, todo: `${todo} See “What an alarm means”, ${line}, in docs/operations.md.` }
}
