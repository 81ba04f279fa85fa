/** The wine club: its own name, and the one that the specification's sentences call it by. */
export const clubName = 'The Andes Society'
export const wineClub = 'Kohue Wine Club'

/** The club's levels: bottles per release, and the peak each is named after. */
export const membershipLevels = { 6: 'Tupungato', 12: 'Aconcagua' } as const

export type MembershipLevel = keyof typeof membershipLevels

/** The levels as forms send them. */
export const levels = Object.keys(membershipLevels) as `${MembershipLevel}`[]

/** The levels and their names, as options. */
export const levelOptions = Object.entries(membershipLevels)

/** Years whose allocations may have been noted on a member. */
export const allocationYears = [2022, 2023, 2024, 2025] as const
export type AllocationYear = (typeof allocationYears)[number]

/** A level as staff read it: `6 (Tupungato)`. */
export const levelInWords = (level: unknown): string => {
  const name = levelName(Number(level))
  return name ? `${String(level)} (${name})` : String(level)
}

/** `6` → `'Tupungato'`; 0 is no level and has no name. */
export const levelName = (level: number): string | null =>
  Object.hasOwn(membershipLevels, level) ? membershipLevels[level as MembershipLevel] : null
