import { randomUUID } from 'node:crypto'

import { data, redirect } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { adminLeftoversCopy as leftoversCopy } from '../leftovers/admin-leftovers.copy.ts'
import { releaseCheckCopy, releaseFormCopy as copy } from '../release/admin-releases.copy.ts'
import { adminRehearsalsCopy } from '../rehearsal/admin-rehearsals.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Shop } from '#platform/services/shop.ts'
import { ApprovalNotice } from '#orders/approvals/approval-notice.tsx'
import { CheckTable } from './check-table.tsx'
import { Leftovers } from '../leftovers/leftovers.tsx'
import { Rehearsals } from '../rehearsal/rehearsals.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { RunningRelease } from '../release/running-release.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { found, httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { decidedApproval } from '#orders/approvals/approval-response.ts'
import { versionIn } from '#platform/form/version-in.ts'

import type { Route } from './+types/release-check.page'
import { doneAt } from '../release/load-release.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseCheckCopy.labels.hours)

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop, viewer } = callerOf(context)
  const viewed = found(await shop.viewReleaseCheck(viewer, params.id))
  const rehearsals = await shop.countRehearsals(viewer, viewed.release.id)
  const { release, lines, approval, endNeedsApproval } = viewed
  const leftovers = release.phase === 'closed' ? await shop.viewLeftovers(viewer, release.id) : null
  const key = randomUUID()
  return { release, lines, rehearsals, approval, endNeedsApproval, leftovers, key }
}

const intents = ['schedule', 'pause', 'resume', 'end'] as const
type Intent = (typeof intents)[number]

function change(
  shop: Shop,
  staff: Parameters<Shop['pauseRelease']>[0],
  id: string,
  form: FormData,
) {
  const version = versionIn(form)
  const text = (name: string) => String(form.get(name) ?? '')
  const changes = {
    schedule: () => {
      const accepted = form.getAll('accepted').map(String)
      return shop.scheduleRelease(staff, id, { version, accepted })
    },
    pause: () => shop.pauseRelease(staff, id, { version, reason: text('reason') }),
    resume: () => shop.resumeRelease(staff, id, { version }),
    end: () => shop.endRelease(staff, id, { version, name: text('name') }),
  } satisfies Record<Intent, () => unknown>
  const intent = intents.find((known) => known === form.get('intent'))
  return intent ? { intent, changed: changes[intent]() } : null
}

const doneAfter = {
  schedule: 'The release is scheduled.',
  pause: 'The release is paused.',
  resume: 'The release has resumed.',
  end: copy.done.ended,
} as const satisfies Record<Intent, string>

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'refund-rehearsals') {
    const refunded = found(
      await context.get(shopContext).refundRehearsals(memberOf(context), params.id),
    )
    const done = adminRehearsalsCopy.refunded(refunded.refunded, refunded.refused, refunded.waiting)
    return doneAt(context, paths.release(params.id, 'check'), done)
  }
  const path = paths.release(params.id, 'check')
  if (form.get('intent') === 'open-rest') {
    const opened = found(
      await context.get(shopContext).openRest(memberOf(context), params.id, {
        key: String(form.get('key') ?? ''),
        wines: form.getAll('wine').map(String),
      }),
    )
    if (opened.ok)
      return doneAt(
        context,
        paths.release(opened.id, 'waves'),
        'The draft is made. Please look at its hours and texts, then schedule it.',
      )
    if (opened.reason === 'no-wines-yet') {
      const why = opened.why === 'not-staff' ? '' : copy.errors[opened.why]
      const sentence = `The draft is made, but without wines. ${why}`
      return redirectWithFlash(
        paths.release(opened.id, 'wines'),
        { tone: 'bad', sentence },
        context,
      )
    }
    return data({ error: leftoversCopy.errors[opened.reason] }, 409)
  }
  const decided = await decidedApproval(form, context, {
    path,
    approved: () => ['good', copy.done.ended],
    refused: () => approvalCopy.refused.closed,
  })
  if (decided) {
    const [tone, sentence] = decided
    return redirectWithFlash(path, { tone, sentence }, context)
  }
  const made = change(context.get(shopContext), memberOf(context), params.id, form)
  if (!made) throw httpError(400)
  const changed = permitted(await made.changed)
  if (changed.ok) {
    const isWaiting = 'isWaiting' in changed && changed.isWaiting
    if (isWaiting) return doneAt(context, path, approvalCopy.done.endAsked)
    return doneAt(context, paths.release(params.id, 'check'), doneAfter[made.intent])
  }
  if (changed.reason === 'code-due') return redirect(paths.loginCode(path), 303)
  if (changed.reason === 'gone') throw httpError(404)
  if (changed.reason === 'check') {
    const names = changed.lines.map((line) => releaseCheckCopy.labels[line]).join(', ')
    return data({ error: `Not scheduled. Still open: ${names}.` }, 409)
  }
  return data({ error: copy.errors[changed.reason] }, changed.reason === 'wrong-name' ? 400 : 409)
}

export default function ReleaseCheckPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, lines, rehearsals, approval, endNeedsApproval, leftovers, key } = loaderData
  const { phase } = release
  return (
    <ReleasePage release={release} tab="check" error={actionData?.error ?? null}>
      {/* Once it has ended, what to do comes before what was checked. */}
      {leftovers && <Leftovers wines={leftovers} newKey={key} />}
      <CheckTable release={release} lines={lines} canSchedule={phase === 'draft'} />
      {rehearsals > 0 && <Rehearsals count={rehearsals} />}
      {release.state !== 'draft' && release.state !== 'ended' && (
        <>
          <ApprovalNotice approval={approval} />
          <RunningRelease
            release={release}
            endNeedsApproval={endNeedsApproval}
            isEndAsked={approval?.state === 'open'}
          />
        </>
      )}
    </ReleasePage>
  )
}
