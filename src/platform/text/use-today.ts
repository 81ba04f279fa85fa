import { useState } from 'react'

import { useDates } from './dates.tsx'

/** The calendar day where the shop is when the page was opened, `YYYY-MM-DD`. */
export function useToday(): string {
  const dates = useDates()
  const [today] = useState(() => dates.isoDay(new Date()))
  return today
}
