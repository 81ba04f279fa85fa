import { sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { endOfToday, startOfNextDay } from '#platform/database/days.ts'
import { users } from '#platform/database/people.tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'

import { isOverdue, overdueAfterWorkingDays, requestNumber } from './request.rules.ts'
import { waitsSince } from './requests.store.server.ts'
import { requests } from './tables.ts'

/** To where the request is answered. */
const request = ({ number }: { number: number | null }) =>
  `${paths.staffRequest(number ?? 0)}#request-answer`

/** Who asks, and for which wine. */
const about = ({ numbers }: { numbers: readonly number[] }) => sql`
  select r.number::text as key, concat_ws(', ',
    nullif(trim(u.first_name || ' ' || u.last_name), ''), wine.title) as words
  from ${requests} as r join ${users} as u on u.id = r.user_id
  left join ${products} as wine on wine.id = r.product_id
  where r.number = any(${sql.param(numbers)}::int[])`

export const requestsTasks = {
  'request-overdue': {
    action: 'answer-requests',
    href: request,
    about,
    title: ({ number }) =>
      `Answer ${requestNumber(number ?? 0)}, open for more than five working days`,
    button: 'Answer',
    isTimed: true,
    causes: ({ timeZone, today }) => {
      const firstInTime = startOfNextDay(sql`${lastOverdueDay(today)}`, timeZone)
      return sql`select id::text as subject, number, kind as detail,
          ${waitsSince} as since, null::timestamptz as due
        from ${requests}
        where state = 'open' and created_at < ${firstInTime} and ${waitsSince} < ${firstInTime}`
    },
  },
  'grant-lapses': {
    action: 'answer-requests',
    href: request,
    about,
    title: ({ number }) => `The grant of ${requestNumber(number ?? 0)} expires today`,
    button: 'Look at it',
    isTimed: true,
    causes: ({ timeZone }) => sql`select r.id::text as subject, r.number, r.kind as detail,
        min(a.promise_until) - interval '24 hours' as since, min(a.promise_until) as due
      from ${requests} as r join ${allocations} as a on a.request_id = r.id and a.origin = 'grant'
      where r.state = 'granted' and a.bought < a.units and a.promise_until > now()
        and a.promise_until < ${endOfToday(timeZone)}
      group by r.id`,
    next: {
      query: sql`select r.number, a.promise_until as at from ${allocations} as a
        join ${requests} as r on r.id = a.request_id
        where a.origin = 'grant' and r.state = 'granted' and a.bought < a.units
          and a.promise_until > now() order by a.promise_until limit 1`,
      words: (number) => `Next: the grant of ${requestNumber(number ?? 0)} expires,`,
    },
  },
  leftovers: {
    action: 'answer-requests',
    href: ({ subject }) => paths.requestQueue(subject),
    title: ({ detail }) => `${detail}: its release has ended, and cases are left for open requests`,
    button: 'Grant by queue',
    isTimed: true,
    causes: () => sql`select wine as subject, null::int as number, name as detail,
        ended_at as since, null::timestamptz as due
      from wines_left()`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof requestsTasks, true> {}
}

/** The latest day (`2026-11-20`) from which an open request is overdue today. */
export function lastOverdueDay(today: string): string {
  for (let days = overdueAfterWorkingDays; ; days++) {
    const day = addDays(today, -days)
    if (isOverdue(day, today)) return day
  }
}
