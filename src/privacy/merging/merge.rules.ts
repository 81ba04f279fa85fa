import { byContactBox } from '#accounts/consent/consent-kinds.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { byAddressField } from '#platform/address/address.rules.ts'

/** How long a merge can be undone, in days. */
export const mergeUndoDays = 14

/** An undo that is pressed at the last moment still arrives in time. */
export const undoGraceMillis = 4_000

/** The parts that staff choose from one of the two accounts, each as a whole. */
export const mergePartNames = [
  'name',
  'phone',
  'birthdate',
  'address',
  'billing',
  'club',
  'note',
] as const
export type MergePart = (typeof mergePartNames)[number]

/** The part to which each field belongs; null: the remaining account keeps its own value. */
const partOf = {
  firstname: 'name',
  lastname: 'name',
  email: null,
  phone: 'phone',
  birthdate: 'birthdate',
  ...byContactBox(() => null),
  optionalText: 'note',
  ...byAddressField(() => 'address' as const),
  billDifThanShip: 'billing',
  xfirstname: 'billing',
  xlastname: 'billing',
  xaddress: 'billing',
  xaddressExtra: 'billing',
  xcity: 'billing',
  xstate: 'billing',
  xzipCode: 'billing',
  membership: 'club',
  membershipLevel: 'club',
  membershipText2022: 'club',
  membershipText2023: 'club',
  membershipText2024: 'club',
  membershipText2025: 'club',
  membershipTextA: 'club',
  membershipTextB: 'club',
} as const satisfies Record<keyof StaffUserFields, MergePart | null>

/** Which account a part comes from: the remaining one (`into`), or the one merged into it (`from`). */
export type MergeChoices = Partial<Record<MergePart, 'into' | 'from'>>

type Fields = StaffUserFields

/** The fields of a part, in the order in which they are shown. */
export const fieldsOfPart = (part: MergePart): readonly (keyof Fields)[] =>
  (Object.keys(partOf) as (keyof Fields)[]).filter((field) => partOf[field] === part)

/** Why two accounts are not merged, whatever is chosen of them. */
export function whyNotMerge(
  ...both: { role: string; emailVerified: boolean }[]
): 'ofStaff' | 'unconfirmed' | null {
  if (both.some(({ role }) => role === 'staff')) return 'ofStaff'
  return both.every(({ emailVerified }) => emailVerified) ? null : 'unconfirmed'
}

/** What speaks against one person: names or birthdates that are both given and differ. */
export function whatDiffers(one: Fields, other: Fields): 'both' | 'name' | 'birthdate' | null {
  const nameOf = ({ firstname, lastname }: Fields) =>
    `${firstname} ${lastname}`.trim().toLowerCase()
  const differs = (a: string, b: string) => a !== '' && b !== '' && a !== b
  const name = differs(nameOf(one), nameOf(other))
  const birthdate = differs(one.birthdate, other.birthdate)
  if (name && birthdate) return 'both'
  return name ? 'name' : birthdate ? 'birthdate' : null
}

export const isPartSame = (part: MergePart, one: Fields, other: Fields): boolean =>
  fieldsOfPart(part).every((field) => one[field] === other[field])

/** Whether all fields of a part are empty. */
const isPartEmpty = (part: MergePart, fields: Fields): boolean =>
  fieldsOfPart(part).every((field) => fields[field] === '' || typeof fields[field] === 'boolean')

/** The proposed choice for a part: the remaining account, unless only the other has values. */
export const proposedChoice = (part: MergePart, into: Fields, from: Fields): 'into' | 'from' =>
  isPartEmpty(part, into) && !isPartEmpty(part, from) ? 'from' : 'into'

/** The fields of the remaining account, with the chosen parts of the other. */
export function mergedFields(into: Fields, from: Fields, choices: MergeChoices): Fields {
  const chosen = mergePartNames.filter((part) => choices[part] === 'from').flatMap(fieldsOfPart)
  return { ...into, ...Object.fromEntries(chosen.map((field) => [field, from[field]])) }
}

/**
 * The fields after a merge is undone: each part has its value from before the merge, unless it was
 * changed since.
 */
export function fieldsAfterUndo(now: Fields, before: Fields, merged: Fields): Fields {
  const back = mergePartNames
    .filter((part) => isPartSame(part, now, merged))
    .flatMap((part) => [...fieldsOfPart(part)])
  return { ...now, ...Object.fromEntries(back.map((field) => [field, before[field]])) }
}

/** How many records a merge moved. */
export type MovedCounts = { orders: number; allocations: number; requests: number }
