import { Link } from 'react-router'

import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { letters } from '#ui/layout.ts'

import { loadRelease } from '../release/load-release.ts'
import { metaOfPart, ReleasePage } from '../release/release-page.tsx'
import type { Route } from './+types/release-rules.page'
import { adminAllocationsCopy } from './admin-allocations.copy.ts'
import { adminRulesCopy as copy } from './admin-rules.copy.ts'
import { rulesOf } from './allocation-plan.store.server.ts'
import { buildAllocations, previewAllocations } from './build-allocations.actions.server.ts'
import { typedRules } from './rules-form.rules.ts'
import { FixedRules, RulesForm } from './rules-form.tsx'
import { RulesPreview } from './rules-preview.tsx'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, copy.title)

const page = staffPage({
  needs: 'manage-releases',
  async load({ db, now, params }) {
    const release = await loadRelease(db, params)
    const rules = await rulesOf(db, release.id)
    const times = { state: release.state, ...release.fields }
    const canBuild =
      release.fields.kind === 'allocated' && mayChange('allocations', times, now) === 'all'
    return { release, typed: typedRules(rules), canBuild }
  },
  actions: { preview: previewAllocations, build: buildAllocations },
})
export const loader = page.loader
export const action = page.action
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export default function ReleaseRulesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, canBuild } = loaderData
  const nothing = { typed: loaderData.typed, keepManual: true, errors: {}, mark: '', plan: null }
  const { typed, keepManual, errors, mark, plan } = actionData?.shown ?? nothing
  const why =
    release.fields.kind === 'open'
      ? adminAllocationsCopy.needsAllocated
      : release.wines.length === 0
        ? adminAllocationsCopy.needsWines
        : canBuild
          ? null
          : release.phase === 'closed'
            ? adminAllocationsCopy.errors.fixed
            : copy.errors.fixed
  return (
    <ReleasePage release={release} tab="allocations">
      {why !== null && (
        <p className={letters.intro}>
          {why}{' '}
          {why === adminAllocationsCopy.needsWines ? (
            <Link to={paths.release(release.id, 'wines')}>{adminAllocationsCopy.chooseWines}</Link>
          ) : (
            <Link to={paths.release(release.id, 'allocations')}>All allocations</Link>
          )}
        </p>
      )}
      {why === null ? (
        <RulesForm {...{ release, typed, errors, keepManual, mark }}>
          {plan && (
            <RulesPreview release={release} typed={typed} plan={plan} keepManual={keepManual} />
          )}
        </RulesForm>
      ) : (
        typed.length > 0 && <FixedRules release={release} typed={typed} />
      )}
    </ReleasePage>
  )
}
