import { sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { startOfNextDay } from '#platform/database/days.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { firstReminder, holderName } from './licences/licence.rules.ts'
import { readReportTask, reportTaskTitle } from './reports/report-task.rules.ts'
import { reportsDue } from './reports/reports.store.server.ts'

const licence = ({ subject }: { subject: string }) => paths.licence(subject)

/** State and last day of a license: `OH 2027-05-31`. */
const stateAndDay = (detail: string) => {
  const [state = '', day = ''] = detail.split(' ')
  return { state: stateName(state), day: numericDay(day) }
}

const aboutLicences =
  (mend: string) =>
  ({ subjects }: { subjects: readonly string[] }) =>
    sql`
    select id::text as key, case holder when 'business' then ${holderName.business}::text
      else ${holderName.shipper}::text end || ': ' || kind || ', number ' || number || ${`. ${mend}`}::text as words
    from ${licences} where id::text = any(${sql.param([...subjects])}::text[])`

/** The beginning of the day so many days after the last one, in the state's own time. */
const startAfter = (days: number) =>
  sql`((l.until_day + ${days}::int)::timestamp at time zone state_zone(l.state))`
const today = sql`day_in(l.state, now())`

export const complianceTasks = {
  'report-due': {
    action: 'manage-compliance',
    href: ({ subject }) => paths.complianceReports(readReportTask(subject)),
    title: ({ detail }) => reportTaskTitle(detail),
    button: 'Make the report',
    isTimed: true,
    causes: ({ timeZone, today: shopDay }) => sql`
      select state || ' ' || every || ' ' || from_day as subject, null::int as number,
        state || ' ' || every || ' ' || from_day as detail,
        until_day::timestamp at time zone ${timeZone} as since,
        ${startOfNextDay(sql`due_on`, timeZone)} as due
      from (${reportsDue(shopDay)}) as due`,
  },
  'licence-ending': {
    action: 'manage-compliance',
    href: licence,
    about: aboutLicences(
      'Once it is renewed, change its last day or enter the new one; or say what covers it.',
    ),
    title: ({ detail }) => {
      const { state, day } = stateAndDay(detail)
      return `The license for ${state} ends on ${day}`
    },
    button: 'See the license',
    isTimed: true,
    causes: () => sql`select l.id::text as subject, null::int as number,
        l.state || ' ' || l.until_day as detail,
        greatest(l.added_at, ${startAfter(-firstReminder)}) as since, ${startAfter(1)} as due
      from ${licences} as l
      where l.until_day between ${today} and ${today} + ${firstReminder}::int
        and exists (select from ended_licence(l.state, l.until_day + 1) as ended where ended.id = l.id)`,
  },
  'licence-ended': {
    action: 'manage-compliance',
    href: licence,
    about: aboutLicences(
      'Change its last day or enter the new one; or say what covers it, or suspend the state.',
    ),
    title: ({ detail }) => {
      const { state, day } = stateAndDay(detail)
      return `${state} is suspended: its license ended on ${day}`
    },
    button: 'See the license',
    isTimed: true,
    // A state that staff suspended themselves needs no license.
    causes: () => sql`select l.id::text as subject, null::int as number,
        l.state || ' ' || l.until_day as detail,
        greatest(l.added_at, ${startAfter(1)}) as since, null::timestamptz as due
      from ${licences} as l
      where exists (select from ended_licence(l.state, ${today}) as ended where ended.id = l.id)
        and not exists (select from rule_in_force(l.state, ${today}) as rule where rule.is_suspended)`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof complianceTasks, true> {}
}
