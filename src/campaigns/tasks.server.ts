import { sql } from 'drizzle-orm'

import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

import { campaigns } from './campaign/tables.ts'

export const campaignsTasks = {
  'campaign-not-begun': {
    action: 'write-emails',
    href: ({ subject }) => paths.campaign(subject),
    title: ({ detail }) =>
      `“${detail}” was not sent at its time: see why, and stop it or make it a draft again`,
    button: 'Look at it',
    isTimed: true,
    causes: () => sql`select id::text as subject, null::int as number, name as detail,
        send_at as since, null::timestamptz as due
      from ${campaigns} where state = 'scheduled' and send_at < now() - interval '15 minutes'`,
  },
  'campaign-paused': {
    action: 'write-emails',
    href: ({ subject }) => paths.campaign(subject),
    title: ({ detail }) => `“${detail}” is paused for a day: send the rest, or stop it`,
    button: 'Look at it',
    isTimed: true,
    causes: () => sql`select id::text as subject, null::int as number, name as detail,
        updated_at as since, null::timestamptz as due
      from ${campaigns} where state = 'paused' and updated_at < now() - interval '1 day'`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof campaignsTasks, true> {}
}
