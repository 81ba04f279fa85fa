import type { Services } from '../services/services.ts'

/** A background job. Its payload is that of `queueJob`. */
type Job = {
  run: (services: Services, payload: never) => Promise<unknown>
  /** When it runs by itself: a pattern in UTC. A run that was missed is left out. */
  cron?: string
  /** Jobs of one queue run one at a time in all processes. */
  queue?: string
  /** Names under which a process of an earlier release may have queued it. */
  earlierNames?: readonly string[]
}

/** Jobs by name. */
export type ModuleJobs = Readonly<Record<string, Job>>

/** The payload of each of these jobs; empty where it takes none. */
export type PayloadsOf<Some extends ModuleJobs> = {
  [Name in keyof Some]: Parameters<Some[Name]['run']> extends [unknown, infer Payload]
    ? Payload
    : Record<string, never>
}

export const eachMinute = '* * * * *'
export const eachTenMinutes = '*/10 * * * *'
