import { sql } from 'drizzle-orm'

import { dataRequests } from '#accounts/consent/tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

export const privacyTasks = {
  'erasure-overdue': {
    action: 'edit-users',
    href: ({ number }) => paths.dataRequests({ close: String(number ?? '') }),
    about: ({ subjects }) => sql`select number::text as key, email as words
      from ${dataRequests} where number::text = any(${sql.param(subjects)}::text[])`,
    title: ({ number }) => `Data request ${number ?? ''} is open for more than 30 days`,
    button: 'Answer',
    isTimed: true,
    causes: () => sql`select number::text as subject, number::int, kind as detail,
        asked_at as since, null::timestamptz as due
      from ${dataRequests} where done_at is null and asked_at < now() - interval '30 days'`,
    next: {
      query: sql`select number::int, asked_at + interval '30 days' as at from ${dataRequests}
        where done_at is null order by asked_at limit 1`,
      words: (number) => `Next: data request ${number ?? ''} is due,`,
    },
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof privacyTasks, true> {}
}
