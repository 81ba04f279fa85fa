import type { Log } from '#platform/services/services.ts'

type Logged = { level: keyof Log; fields: object; message: string }

const logs = new WeakMap<object, Logged[]>()

/** What the test shop with that database has logged. */
export function loggedBy(db: object): Logged[] {
  const logged = logs.get(db) ?? []
  logs.set(db, logged)
  return logged
}

/** The log of the test shop with that database. */
export function testLog(db: object): Log {
  const at = (level: keyof Log) => (fields: object, message: string) =>
    void loggedBy(db).push({ level, fields, message })
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
