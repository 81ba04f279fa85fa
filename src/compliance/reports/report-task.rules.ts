import type { ReportPeriod } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { periodCode, periodName } from './period.rules.ts'

/** `TX month 2026-10-01`, as a task has it. */
const partsOf = (subject: string) => {
  const [state = '', every, from = ''] = subject.split(' ')
  return { state, every: every as ReportPeriod, from }
}

/** State and period of the task for a report, as addresses have them. */
export const readReportTask = (subject: string): { state: string; period: string } => {
  const { state, ...period } = partsOf(subject)
  return { state, period: periodCode(period) }
}

export const reportTaskTitle = (subject: string): string => {
  const { state, ...period } = partsOf(subject)
  return `The report to ${stateName(state)} for ${periodName(period)} is due`
}
