import type { Role } from '../access/access.rules.ts'
import type { Duty } from '../access/duties.rules.ts'
import type { Database } from '../database/connection.server.ts'
import type { KeyedHashes } from '../secrets/keyed-hashes.server.ts'

/**
 * The constants of the shop (specification, section 7: configuration values). Each module adds those that
 * it reads in its own `services.ts`, by declaration merging.
 */
export interface ShopSettings {
  publicUrl: string
  /** IANA name, such as `America/Los_Angeles`. */
  timeZone: string
}

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * The dependency container that each action is passed. Each module adds the services that it owns in its
 * own `services.ts`, by declaration merging; `app/services.ts` makes them all.
 */
export interface Services {
  db: Database
  /** Keyed by DATA_SECRET. */
  hashes: KeyedHashes
  /** Why this process is not ready, as `/readyz` reports it; null when it is. */
  whyNotReady: () => Promise<string | null>
  clock: () => Date
  settings: ShopSettings
  log: Log
}

/** A staff member: who they are, for the audit log, and what they may do. */
export type Staff = {
  id: string
  email: string
  role: Role
  duties?: readonly Duty[]
  isCodeStale?: boolean
  isLimited?: boolean
}

/** The result of an action with expected failures: what it returns, or why it did nothing. */
export type Outcome<Reason extends string, Done = unknown> =
  | ({ ok: true } & Done)
  | { ok: false; reason: Reason }
