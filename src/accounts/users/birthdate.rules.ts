import { isCalendarDay } from '#platform/text/dates.rules.ts'

/** Youngest age to buy wine, in years. */
const drinkingAge = 21

/** Oldest age that is accepted, in years. */
const oldestAge = 120

/** Why a birthdate is refused, or null; `today` as `YYYY-MM-DD`. */
export function whyNotBirthdate(
  text: string,
  today: string,
): 'not-a-date' | 'wrong-year' | 'under-21' | null {
  if (!isCalendarDay(text)) return 'not-a-date'
  const age = ageOn(text, today)
  if (age < 0 || age > oldestAge) return 'wrong-year'
  return age < drinkingAge ? 'under-21' : null
}

/** Full years from one day to another, both `YYYY-MM-DD`. */
function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}
