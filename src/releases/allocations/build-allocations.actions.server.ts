import type { AllocationRule } from '#catalogue/on-sale/allocation.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { notThere, Refusal } from '#platform/action/refusal.ts'
import type { Action } from '#platform/action/staff-action.server.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import {
  lockStaffRelease,
  raiseVersion,
  staffReleaseById,
} from '../release/staff-releases.store.server.ts'
import { adminRulesCopy as copy } from './admin-rules.copy.ts'
import type { AllocationPlan } from './allocation-plan.store.server.ts'
import { buildFromRules, planAllocations, writeRules } from './allocation-plan.store.server.ts'
import type { RuleErrors, TypedRule } from './rules-form.rules.ts'
import { checkRules, readRules } from './rules-form.rules.ts'

/** The form as it was typed, and what it gives. */
type ShownRules = {
  typed: TypedRule[]
  /** Whether manual rows and those of files stay as they are. */
  keepManual: boolean
  errors: RuleErrors
  /** What was previewed, to see at the build whether the rules are still the same. */
  mark: string
  plan: AllocationPlan | null
}

const rulesForm = readBy((form) => ({
  id: textOf(form, 'id'),
  version: versionIn(form),
  previewed: textOf(form, 'previewed'),
  keepManual: !form.has('replaceManual'),
  form,
}))

/** What was typed, checked for its release. Throws the refusal. */
function rulesIn(
  { wines, fields }: StaffRelease,
  { form, keepManual }: { form: FormData; keepManual: boolean },
): { rules: AllocationRule[]; shown: ShownRules } {
  const wineIds = wines.map(({ id }) => id)
  const typed = readRules(form, wineIds)
  const waveIds = fields.waves.map(({ id }) => id)
  const checked = checkRules(typed, waveIds)
  const shown: ShownRules = { typed, keepManual, errors: {}, mark: '', plan: null }
  if (!checked.ok) {
    const { errors } = checked
    const sentence = 'Please correct the fields that are marked.'
    throw new Refusal(400, sentence, {}, { shown: { ...shown, errors } })
  }
  const { rules } = checked
  return { rules, shown: { ...shown, mark: JSON.stringify([rules, keepManual]) } }
}

/** The result of a release's rules: people, sums beside the stock, and people without a rule. */
export const previewAllocations = staffPreview({
  needs: 'manage-releases',
  form: rulesForm,
  async show({ db }, { id, ...sent }) {
    const release = await staffReleaseById(db, id)
    if (!release) return notThere()
    const { rules, shown } = rulesIn(release, sent)
    const { keepManual } = sent
    return { ...shown, plan: await planAllocations(db, id, { rules, keepManual }) }
  },
})

type Built = { id: string; rows: number; plan: AllocationPlan }

/**
 * Saves the rules of a release and builds its allocations from them, all or none, if they are those that were
 * previewed and the version of the release is unchanged. No allocation is reduced below what is held and bought.
 */
export const buildAllocations: Action<Built, 'change', object> & { shows?: ShownRules } =
  staffAction({
    needs: 'manage-releases',
    log: 'allocations-built',
    form: rulesForm,
    async run({ tx, viewer, now, audit }, { id, version, previewed, ...sent }) {
      const release = await lockStaffRelease(tx, id)
      if (!release) return notThere()
      const { rules, shown } = rulesIn(release, sent)
      const { keepManual } = sent
      const plan = await planAllocations(tx, id, { rules, keepManual })
      const notBuilt = (sentence: string) =>
        new Refusal(409, sentence, {}, { shown: { ...shown, plan } })
      if (previewed !== shown.mark) {
        return notBuilt(
          'The rules were changed after the preview. This is what they give now; nothing is written yet.',
        )
      }
      if (release.version !== version) return notBuilt(copy.errors['saved-elsewhere'])
      const { state, fields } = release
      // Rules lower as well as raise: an open release only takes single rows upwards.
      const isFixed =
        fields.kind !== 'allocated' || mayChange('allocations', { state, ...fields }, now) !== 'all'
      if (isFixed) return notBuilt(copy.errors.fixed)
      await writeRules(tx, id, rules)
      const isPromised = fields.promise === 'guaranteed' && state !== 'draft'
      const rows = await buildFromRules(tx, id, {
        rules,
        keepManual,
        isPromised,
        changedBy: viewer.email,
      }).catch((error: unknown) => {
        const { constraint } = ((error as Error).cause ?? error) as { constraint?: string }
        throw constraint === 'products_stock' ? notBuilt(copy.errors['over-stock']) : error
      })
      await raiseVersion(tx, id, {})
      const units = Object.fromEntries(plan.wines.map((wine) => [wine.title, wine.units]))
      audit(releaseSubject(id, fields.name), { after: { rows, keepManual, units } })
      return { id, rows, plan }
    },
    say: ({ id, rows }) => ({
      sentence: copy.built(rows),
      to: paths.release(id, 'allocations'),
    }),
  })
