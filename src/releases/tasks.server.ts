import { openApprovals } from '#platform/approvals/approvals.store.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

export const releasesTasks = {
  'release-approval': {
    action: 'manage-releases',
    href: ({ subject }) => `${paths.release(subject, 'check')}#second-person`,
    title: ({ detail }) => `Approve the end of ${detail}, or decline it`,
    button: 'See what was asked',
    causes: () => openApprovals('end-release'),
    approval: 'end-release',
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof releasesTasks, true> {}
}
