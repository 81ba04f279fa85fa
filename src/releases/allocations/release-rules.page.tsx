import { data } from 'react-router'

import { adminAllocationsCopy } from './admin-allocations.copy.ts'
import { adminRulesCopy as copy } from './admin-rules.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { checkRules, readRules, typedRules } from './rules-form.rules.ts'
import { ReleasePage } from '../release/release-page.tsx'
import { RulesForm } from './rules-form.tsx'
import { RulesPreview } from './rules-preview.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { letters } from '#ui/layout.ts'

import type { Route } from './+types/release-rules.page'
import { loadRelease } from '../release/load-release.ts'
import { rulesOf } from './allocation-plan.store.server.ts'
import { buildAllocations, previewAllocations } from './build-allocations.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({
  duty: 'manage-releases',
  async load({ db, now, params }) {
    const release = await loadRelease(db, params)
    const rules = await rulesOf(db, release.id)
    const times = { state: release.state, ...release.fields }
    const canBuild =
      release.fields.kind === 'allocated' && mayChange('allocations', times, now) === 'all'
    return { release, typed: typedRules(rules), canBuild }
  },
  actions: {},
})
export const loader = page.loader

/** What was previewed, to see at the build whether the rules are still the same. */
const markOf = (rules: unknown, keepManual: boolean) => JSON.stringify([rules, keepManual])

export async function action({ request, params, context }: Route.ActionArgs) {
  const release = await loadRelease(context.get(servicesContext).db, params)
  const form = await request.formData()
  const version = versionIn(form)
  const { services, viewer: staff } = callerOf(context)
  const typed = readRules(
    form,
    release.wines.map(({ id }) => id),
  )
  const keepManual = form.get('replaceManual') === null
  const result = { typed, keepManual, errors: {}, plan: null, error: null, mark: '' }
  const checked = checkRules(
    typed,
    release.fields.waves.map(({ id }) => id),
  )
  if (!checked.ok)
    return data(
      { ...result, errors: checked.errors, error: 'Please correct the fields that are marked.' },
      400,
    )
  const { rules } = checked
  const mark = markOf(rules, keepManual)
  const previewed = async (error: string | null, status: number) => {
    const shown = await previewAllocations(services, staff, params.id, { rules, keepManual })
    if (!shown.ok) throw httpError(shown.reason === 'not-staff' ? 403 : 404)
    return data({ ...result, mark, error, plan: shown.plan }, status)
  }
  if (form.get('intent') !== 'build') return previewed(null, 200)
  if (form.get('previewed') !== mark)
    return previewed(
      'The rules were changed after the preview. This is what they give now; nothing is written yet.',
      409,
    )
  const built = found(
    await buildAllocations(services, staff, params.id, { rules, keepManual, version }),
  )
  if (built.ok) {
    const said = { tone: 'good', sentence: copy.built(built.rows) } as const
    return redirectWithFlash(paths.release(params.id, 'allocations'), said, context)
  }
  return previewed(copy.errors[built.reason], built.reason === 'bad-units' ? 400 : 409)
}

export default function ReleaseRulesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, canBuild } = loaderData
  const typed = actionData?.typed ?? loaderData.typed
  const why =
    release.fields.kind === 'open'
      ? adminAllocationsCopy.needsAllocated
      : release.wines.length === 0
        ? adminAllocationsCopy.needsWines
        : canBuild
          ? null
          : copy.errors.fixed
  return (
    <ReleasePage release={release} tab="allocations" error={actionData?.error ?? null}>
      {why !== null && <p className={letters.intro}>{why}</p>}
      {(why === null || typed.length > 0) && release.wines.length > 0 && (
        <RulesForm
          release={release}
          typed={typed}
          errors={actionData?.errors ?? {}}
          keepManual={actionData?.keepManual ?? true}
          mark={actionData?.mark ?? ''}
          isReadOnly={why !== null}
        >
          {actionData?.plan && (
            <RulesPreview
              release={release}
              typed={typed}
              plan={actionData.plan}
              keepManual={actionData.keepManual}
            />
          )}
        </RulesForm>
      )}
    </ReleasePage>
  )
}
