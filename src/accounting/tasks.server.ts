import { sql } from 'drizzle-orm'

import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { plural } from '#platform/text/plural.rules.ts'

export const accountingTasks = {
  'reconciliation-differs': {
    action: 'reconcile',
    href: () => paths.reconciliation(),
    title: ({ detail }) =>
      detail === ''
        ? 'The comparison with the payment provider failed'
        : `${plural(Number(detail), 'difference')} from the payment provider’s ledger`,
    button: 'Look at it',
    causes: () => sql`select 'provider' as subject, null::int as number,
        case when has_failed then '' else difference_count::text end as detail,
        finished_at as since, null::timestamptz as due
      from differing_reconciliation()`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof accountingTasks, true> {}
}
