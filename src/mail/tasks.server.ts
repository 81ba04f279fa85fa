import { sql } from 'drizzle-orm'

import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

import { emailName } from './mail.rules.ts'
import { permanentlyFailed } from './mails.store.server.ts'
import { mails } from './tables.ts'

export const mailTasks = {
  'email-failed': {
    action: 'send-mail-again',
    href: () => paths.emails(),
    title: ({ detail }) => `${emailName(detail)} email could not be delivered`,
    button: 'See the emails',
    atOnce: { button: 'Send again', intent: 'resend', field: 'id' },
    about: ({ subjects }) => sql`select id::text as key, recipient as words from ${mails}
      where id = any(${sql.param(subjects)}::uuid[])`,
    causes: () => sql`select id::text as subject, null::int as number, kind as detail,
        created_at as since, null::timestamptz as due
      from ${mails} where ${permanentlyFailed}`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof mailTasks, true> {}
}
