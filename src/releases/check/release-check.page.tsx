import { ApprovalNotice } from '#orders/approvals/approval-notice.tsx'
import { declineApproval, withdrawApproval } from '#orders/approvals/approvals.actions.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { leftoverWines } from '#requests/requested-wines.store.server.ts'

import { openRest } from '../leftovers/leftovers.actions.server.ts'
import { Leftovers } from '../leftovers/leftovers.tsx'
import { refundRehearsals } from '../rehearsal/refund-rehearsals.actions.server.ts'
import { rehearsalOrders } from '../rehearsal/rehearsal-orders.store.server.ts'
import { Rehearsals } from '../rehearsal/rehearsals.tsx'
import { releaseTabs } from '../release/admin-releases.copy.ts'
import { approveEnd } from '../release/approve-end.actions.server.ts'
import { BackToDraft } from '../release/back-to-draft.tsx'
import {
  endRelease,
  scheduleRelease,
  unscheduleRelease,
} from '../release/change-release-state.actions.server.ts'
import { EndRelease } from '../release/end-release.tsx'
import { loadRelease } from '../release/load-release.ts'
import { metaOfPart, ReleasePage } from '../release/release-page.tsx'
import type { Route } from './+types/release-check.page'
import { viewReleaseCheck } from './check-release.actions.server.ts'
import { CheckTable } from './check-table.tsx'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, releaseTabs.check)

const page = staffPage({
  needs: 'manage-releases',
  async load({ services, db, viewer, params }) {
    const release = await loadRelease(db, params)
    const { id, phase } = release
    const mayRefund = may(viewer, 'handle-orders')
    return {
      release,
      ...(await viewReleaseCheck(services, viewer, release)),
      rehearsals: mayRefund ? (await rehearsalOrders(db, id)).length : 0,
      leftovers: phase === 'closed' ? await leftoverWines(db, id) : null,
    }
  },
  actions: {
    schedule: scheduleRelease,
    unschedule: unscheduleRelease,
    end: endRelease,
    'open-rest': openRest,
    'refund-rehearsals': refundRehearsals,
    'approval-approve': approveEnd,
    'approval-decline': declineApproval,
    'approval-withdraw': withdrawApproval,
  },
})
export const loader = page.loader

export const action = page.action

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export default function ReleaseCheckPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, lines, rehearsals, approval, endNeedsApproval, leftovers, formKey } = loaderData
  const { phase } = release
  return (
    <ReleasePage release={release} tab="check">
      {/* Once it has ended, what to do comes before what was checked. */}
      {leftovers && <Leftovers wines={leftovers} newKey={formKey} />}
      <CheckTable release={release} lines={lines} canSchedule={phase === 'draft'} />
      {rehearsals > 0 && <Rehearsals count={rehearsals} />}
      {phase === 'before' && <BackToDraft version={release.version} />}
      {release.state !== 'draft' && release.state !== 'ended' && (
        <>
          <ApprovalNotice approval={approval} />
          {approval?.state !== 'open' && (
            <EndRelease
              version={release.version}
              needsApproval={endNeedsApproval}
              sent={sentBy(actionData, { intent: 'end' })}
            />
          )}
        </>
      )}
    </ReleasePage>
  )
}
