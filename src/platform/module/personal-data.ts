import type { Queryable, Transaction } from '../database/connection.server.ts'
import type { Services } from '../services/services.ts'

declare module '../services/services.ts' {
  interface Services {
    /** What each module stores about people. */
    personalData: readonly PersonalData[]
  }
}

/** What happens to a person's rows of a table. */
type Fate = {
  /** Whether the export of personal data has them. */
  exported: boolean
  /** With the account or the address: `blanked` stays without the person, `kept` as it is. */
  erased: 'deleted' | 'blanked' | 'kept'
  /** When the account is merged into another: `left` stays with it, or with its address. */
  merged: 'moved' | 'left' | 'deleted'
}

/** The ids of two accounts that are merged: the emptied one, and the one that stays. */
export type MergedPair = { from: string; into: string }

/** A user whose address changed, and both in small letters. */
export type MovedAddress = { userId: string; from: string; to: string }

/** The ids that a merge moved, for its undo, stored as JSON. Modules add theirs by declaration merging. */
export interface MovedByMerge {}

/**
 * What a module stores about people and what happens to it. The functions of all modules run one after another,
 * in the order of `app/modules.server.ts`: on one connection, and in the order in which rows are locked.
 */
export interface PersonalData {
  /** Its tables with a user or an email address, by name. A test finds tables that no module has. */
  tables: Readonly<Record<string, Fate>>
  /** What is stored about a user, as the file of their data names it; `undefined` is left out. */
  exportUser?: Readonly<Record<string, (db: Queryable, userId: string) => Promise<unknown>>>
  /** What is stored under an email address, for the same file. */
  exportAddress?: Readonly<Record<string, (db: Queryable, email: string) => Promise<unknown>>>
  /** Before a user is deleted; rows that the database deletes with the user need nothing. */
  eraseUser?: (tx: Transaction, userId: string, services: Services) => Promise<void>
  /** When nobody has a confirmed address any more. */
  eraseAddress?: (tx: Transaction, email: string, services: Services) => Promise<void>
  /** When the owner of an address that nobody else has has another one now. */
  moveAddress?: (tx: Transaction, from: string, to: string) => Promise<void>
  /** Moves rows of one account to another; `sum` adds two allocations, instead of keeping the larger. */
  merge?: (
    tx: Transaction,
    pair: MergedPair,
    how: { sum: boolean },
  ) => Promise<Partial<MovedByMerge>>
  /** Moves back what `merge` moved. */
  moveBack?: (tx: Transaction, pair: MergedPair, moved: MovedByMerge) => Promise<void>
  /** When a user's address was confirmed or changed. */
  confirmAddress?: (tx: Transaction, userId: string) => Promise<void>
  /** When a user has another address in place of one. */
  changeAddress?: (tx: Transaction, moved: MovedAddress) => Promise<void>
}

/** Rows for the export of personal data; left out of the file where there are none. */
export async function ifAny<Row>(
  rows: Promise<readonly Row[]>,
): Promise<readonly Row[] | undefined> {
  const found = await rows
  return found.length > 0 ? found : undefined
}
