import { sql } from 'drizzle-orm'

import { staffDuties, users } from '#platform/database/people.tables.ts'
import { shopSwitches } from '#platform/database/switches.tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

import { lockNoticeHours, secondFactor } from './second-factor/second-factor.rules.ts'
import { secondFactors } from './sign-in/tables.ts'

export const accountsTasks = {
  'second-factor-missing': {
    action: 'manage-people',
    href: () => paths.people(),
    title: () => 'Some of the staff have no second factor yet',
    button: 'See staff',
    isTimed: true,
    causes: () => sql`select 'staff' as subject, null::int as number, '' as detail,
        max(s.changed_at) as since,
        max(s.changed_at) + make_interval(days => ${secondFactor.graceDays}) as due
      from ${shopSwitches} as s, ${users} as u
      where s.name = 'second-factor-required' and s.is_on and u.id in (select user_id from ${staffDuties})
        and u.erase_at is null
        and not exists (select from ${secondFactors} as f
          where f.user_id = u.id and f.confirmed_at is not null)
      having count(*) > 0`,
  },
  // The user is notified by email; the task of owners stays open for as many hours.
  'second-factor-locked': {
    action: 'manage-people',
    href: () => paths.people(),
    title: () =>
      'Wrong codes locked a second factor. If its owner did not type them, someone knows their password',
    button: 'See staff',
    // Tasks of several people are one row: it names them.
    about: ({ subjects }) => sql`select u.id::text as key, u.email as words
      from ${users} as u where u.id::text = any(${sql.param(subjects)}::text[])`,
    isTimed: true,
    causes: () => sql`select user_id::text as subject, null::int as number, '' as detail,
        lock_told_at as since, null::timestamptz as due
      from ${secondFactors}
      where lock_told_at > now() - make_interval(hours => ${lockNoticeHours})`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof accountsTasks, true> {}
}
