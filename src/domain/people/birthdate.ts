/** Youngest age to buy wine, in years. */
const drinkingAge = 21

/** No living person is older, in years. */
const oldestAge = 120

/** Why a birthdate is not taken, or null when it is; `today` as `YYYY-MM-DD`. */
export function whyNotBirthdate(text: string, today: string): 'not-a-date' | 'under-21' | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return 'not-a-date'
  const date = new Date(`${text}T00:00:00Z`)
  // 2026-02-30 reads as a date of March: only a day that stays itself is one.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return 'not-a-date'
  const age = ageOn(text, today)
  if (age < 0 || age > oldestAge) return 'not-a-date'
  return age < drinkingAge ? 'under-21' : null
}

/** Full years from one day to another, both `YYYY-MM-DD`. */
function ageOn(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}
