import { sql } from 'drizzle-orm'

import { dataRequestReminderDays } from '#accounts/consent/data-request.rules.ts'
import { dataRequests } from '#accounts/consent/tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

const reminded = sql`make_interval(days => ${dataRequestReminderDays})`

export const privacyTasks = {
  'erasure-overdue': {
    action: 'edit-users',
    href: ({ number }) => paths.dataRequests({ close: String(number ?? '') }),
    about: ({ subjects }) => sql`select number::text as key, email as words
      from ${dataRequests} where number::text = any(${sql.param(subjects)}::text[])`,
    title: ({ number }) =>
      `Data request ${number ?? ''} is open for more than ${dataRequestReminderDays} days`,
    button: 'Answer',
    isTimed: true,
    causes: () => sql`select number::text as subject, number::int, kind as detail,
        asked_at as since, null::timestamptz as due
      from ${dataRequests} where done_at is null and asked_at < now() - ${reminded}`,
    next: {
      query: sql`select number::int, asked_at + ${reminded} as at from ${dataRequests}
        where done_at is null order by asked_at limit 1`,
      words: (number) => `Next: data request ${number ?? ''} is due,`,
    },
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof privacyTasks, true> {}
}
