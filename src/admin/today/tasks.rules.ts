export const taskStates = ['open', 'taken', 'done', 'obsolete'] as const

/** Minutes for which a task that a staff member has taken is theirs alone. */
export const takenForMinutes = 30

type Urgency = 'overdue' | 'today' | 'open'

/** How urgent a task is: overdue, due within a day, or neither. */
export function urgencyOf({ due }: { due: Date | null }, now: Date): Urgency {
  if (!due) return 'open'
  const left = due.getTime() - now.getTime()
  return left < 0 ? 'overdue' : left < 86_400_000 ? 'today' : 'open'
}
