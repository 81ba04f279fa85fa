import type { Access, StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import type { Queryable } from '../database/connection.server.ts'

/** A record as the search across the admin shows it. */
export type Hit = { title: string; detail: string; href: string }

/** Finds records of one kind by what staff type. */
export type Finder = {
  /** What it finds, as a heading. */
  title: string
  /** What a member of staff must be allowed to do to find them. */
  action: StaffAction
  /** The first records that match, at most `most`, and where all of them are listed. */
  find: (db: Queryable, typed: string, most: number) => Promise<readonly Hit[]>
  all?: (typed: string) => string
}

const finders: Finder[] = []

/** Adds a module's finders; `app` does so with each module before the shop opens. */
export const addFinders = (added: readonly Finder[]): void => void finders.push(...added)

/** Hits of each kind that are shown; all of them are in their list. */
const mostOfKind = 5

type FoundKind = { title: string; hits: readonly Hit[]; all: string | null }

/** What a staff member may see of everything that matches, kinds without a match left out. */
export async function findEverywhere(
  db: Queryable,
  viewer: Access,
  typed: string,
): Promise<FoundKind[]> {
  const text = typed.trim()
  if (text === '') return []
  const allowed = finders.filter(({ action }) => may(viewer, action))
  const found = await Promise.all(
    allowed.map(async ({ title, find, all }) => {
      const hits = await find(db, text, mostOfKind + 1)
      const isMore = hits.length > mostOfKind
      return { title, hits: hits.slice(0, mostOfKind), all: isMore && all ? all(text) : null }
    }),
  )
  return found.filter(({ hits }) => hits.length > 0)
}
