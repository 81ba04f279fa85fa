import type { Access, StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'

/** The groups of the navigation in their order; what is of nobody's work stands at the right. */
export const partGroups = {
  today: 'Today',
  sell: 'Sell',
  ship: 'Ship',
  customers: 'Customers',
  email: 'Email',
  money: 'Money',
  settings: 'Settings',
  own: 'Your own',
} as const
export type PartGroup = keyof typeof partGroups

/** A part of the admin, with an entry in its navigation. */
type AdminPart = {
  title: string
  /** Every address that begins with that of this page is of the part. */
  page: string
  /** What a member of staff must be allowed to do to open it. */
  action: StaffAction
  group: PartGroup
  /** Where it stands in its group: after all parts with a lower number. */
  place: number
  /** In the first row of the navigation, too, as specified. */
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
  parts.sort((one, other) => orderOf(one) - orderOf(other))
}

const orderOf = ({ group, place }: AdminPart) =>
  Object.keys(partGroups).indexOf(group) * 1_000 + place

/** The parts that a member of staff may open, in the order of the navigation. */
export const partsFor = (viewer: Access): AdminPart[] =>
  parts.filter(({ action }) => may(viewer, action))

/** The action that opens the page of a route's pattern or of an address. */
export function actionOfPage(path: string): StaffAction {
  // Without parts, every page of the admin would be open to all of the staff.
  if (parts.length === 0) throw new Error('No module has added its parts of the admin')
  // A route's pattern begins without a slash.
  const address = `/${path.toLowerCase()}`.replace(/^\/+/, '/')
  return partOf(parts, address)?.action ?? 'see-admin'
}

/** The part that an address belongs to: the one whose page is the longest beginning of it. */
export const partOf = <Part extends { page: string }>(
  of: readonly Part[],
  address: string,
): Part | undefined =>
  of
    .filter(
      ({ page }) => address.startsWith(page) && /^(?:$|[/.?#])/.test(address.slice(page.length)),
    )
    .toSorted((one, other) => other.page.length - one.page.length)[0]
