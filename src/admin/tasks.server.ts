import { sql } from 'drizzle-orm'

import { alarmWords } from '#platform/figures/figures.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

import { alarms } from './alarms/tables.ts'

export const adminTasks = {
  alarm: {
    action: 'manage-people',
    href: () => `${paths.shopSettings()}#alarms`,
    title: ({ detail }) => alarmWords(detail).title,
    button: 'What to do',
    isTimed: true,
    causes: () => sql`select cause as subject, null::int as number, cause as detail,
        raised_at as since, null::timestamptz as due
      from ${alarms} where raised_at is not null`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof adminTasks, true> {}
}
