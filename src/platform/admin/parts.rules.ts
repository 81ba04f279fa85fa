import type { Access, StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'

/** A part of the admin, with an entry in its navigation. */
export type AdminPart = {
  title: string
  /** Every address that begins with that of this page is of the part. */
  page: string
  /** What a member of staff must be allowed to do to open it. */
  action: StaffAction
  /** Where it stands in the navigation: after all parts with a lower number. */
  place: number
  /** In the first row of the navigation, as specified; all others are in the second. */
  isInBar?: true
  /** How the navigation opens it, unless just by its page. */
  opened?: string
}

/** Parts by name. */
export type ModuleParts = Readonly<Record<string, AdminPart>>

const parts: AdminPart[] = []

/** Adds a module's parts; `app` does so with each module before the shop opens. */
export function addParts(added: ModuleParts): void {
  parts.push(...Object.values(added))
  parts.sort((one, other) => one.place - other.place)
}

/** The parts that a member of staff may open, in the order of the navigation. */
export const partsFor = (viewer: Access): AdminPart[] =>
  parts.filter(({ action }) => may(viewer, action))

/** The action that opens the page of a route's pattern or of an address. */
export function actionOfPage(path: string): StaffAction {
  // Without parts, every page of the admin would be open to all of the staff.
  if (parts.length === 0) throw new Error('No module has added its parts of the admin')
  // A route's pattern begins without a slash.
  const address = `/${path.toLowerCase()}`.replace(/^\/+/, '/')
  return parts.find(({ page }) => address.startsWith(page))?.action ?? 'see-admin'
}
