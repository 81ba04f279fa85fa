import { z } from 'zod'

import type {
  ReleaseErrors,
  ReleaseFields,
  TypedRelease,
} from '#catalogue/on-sale/release-form.rules.ts'
import { checkRelease, textFields } from '#catalogue/on-sale/release-form.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import type { OutgoingMail } from '#mail/mail.rules.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { orderUrlOf } from '#orders/order/order-mails.actions.server.ts'
import { readBy, text } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Acting, Action } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { staffRecord } from '#platform/action/staff-record.server.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { copyRules, placeWinesInRules } from '../allocations/allocation-plan.store.server.ts'
import { releaseSubject } from '../log.copy.ts'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { lockRelease, seenRelease } from './change-release-state.actions.server.ts'
import { wavesFrom } from './cloned-release.rules.ts'
import { sentencesOf } from './release-errors.ts'
import type { DelayedOrder } from './ships-later.store.server.ts'
import { delayedOrders } from './ships-later.store.server.ts'
import type { ChosenWines, StaffRelease } from './staff-releases.store.server.ts'
import {
  choosableWines,
  chooseWines,
  insertRelease,
  lockStaffRelease,
  raiseVersion,
  staffReleaseById,
  writeRelease,
} from './staff-releases.store.server.ts'
import { readHours, readTexts, textsIn, typedOf } from './typed-release.rules.ts'

/** What was not saved, as it was typed: the page shows it again. */
type Shows<Saved> = Action<Saved, 'change', object> & { shows?: { typed: TypedRelease } }

const shownAgain = ({ status, message, errors }: Refusal, typed: TypedRelease) =>
  new Refusal(status, message, errors, { shown: { typed } })

const invalid = (errors: ReleaseErrors) =>
  new Refusal(400, copy.errors.invalid, sentencesOf(errors))

type Draft = { id: string; typed: TypedRelease; of?: string | null }

/** Inserts a draft of that id, whose entry of the log it returns; null where its form was sent before. */
export async function insertDraft(
  { services: { settings }, tx, now }: Pick<Acting<never>, 'services' | 'tx' | 'now'>,
  { id, typed, of = null }: Draft,
): Promise<Refusal | Parameters<Acting<never>['audit']> | null> {
  const checked = checkRelease(typed, { timeZone: settings.timeZone, now })
  if (!checked.ok) return invalid(checked.errors)
  const { fields } = checked
  if (!(await insertRelease(tx, id, fields))) return null
  if (of && isUuid(of)) await copyRules(tx, of, id)
  return [
    releaseSubject(id, fields.name),
    { after: { ...loggedFields(fields), ...(of && { of }) } },
  ]
}

/** The hours and waves of a form, which names no wave of its own. */
function hoursIn(form: FormData) {
  const hours = readHours(form)
  if (!hours) throw new Refusal(400, 'There is no such wave.')
  return hours
}

const draftForm = readBy((form) => ({
  of: textOf(form, 'of') || null,
  typed: { ...readTexts(form), ...hoursIn(form) },
}))

/** One wave to begin with: everybody from the opening on. */
const firstWave = ({ opensAt }: TypedRelease) => [{ id: null, name: 'First wave', opensAt }]

const making = (log: 'release-made' | 'release-cloned'): Shows<{ id: string; name: string }> =>
  staffAction({
    needs: 'manage-releases',
    log,
    form: draftForm,
    async run(acting, { of, typed: sent }) {
      const { services, tx, formKey: id, audit, unchanged } = acting
      const source = of && (await staffReleaseById(tx, of))
      if (of && !source) return notThere()
      const waves = source
        ? wavesFrom(typedOf(source.fields, services.settings.timeZone), sent.opensAt)
        : firstWave(sent)
      const typed = sent.waves.length > 0 ? sent : { ...sent, waves }
      const entry = await insertDraft(acting, { id, typed, of })
      if (entry instanceof Refusal) return shownAgain(entry, typed)
      if (entry) audit(...entry)
      else unchanged()
      return { id, name: typed.name.trim() }
    },
    say: ({ id, name }) => ({
      sentence: `${name} is created as a draft.`,
      to: paths.release(id, 'wines'),
    }),
  })

/** Makes a draft, once however often its form is sent. */
export const createRelease = making('release-made')
/** The same `of` another release, whose waves and rules it takes over. */
export const cloneRelease = making('release-cloned')

/** Flat, as the audit log compares them. */
const loggedFields = ({ waves, ...fields }: ReleaseFields) => ({
  ...fields,
  opensAt: fields.opensAt.toISOString(),
  closesAt: fields.closesAt.toISOString(),
  promiseUntil: fields.promiseUntil?.toISOString() ?? null,
  waves: waves.map((wave) => `${wave.name}: ${wave.opensAt.toISOString()}`).join('; '),
})

const texts = ['name', 'banner', 'announcement', 'text'] as const
const season = ['season', 'year'] as const
const shipping = ['shipsFrom', 'shipsUntil'] as const
const kinds = ['kind', 'promise'] as const
const hours = ['opensAt', 'closesAt', 'promiseUntil', 'waveHours'] as const

/** The same with which waves there are, and their hours, each for itself. */
function comparedFields(fields: ReleaseFields) {
  const waves = fields.waves.toSorted((a, b) => inOrder(a.id ?? '', b.id ?? ''))
  return {
    ...loggedFields(fields),
    waves: waves.map(({ id, name }) => `${id} ${name}`).join('; '),
    waveHours: waves.map(({ opensAt }) => opensAt.toISOString()).join(),
  }
}

/** Whether only parts change that may be changed in the release's phase. */
function isChangeable(release: StaffRelease, fields: ReleaseFields, at: Date): boolean {
  const now = comparedFields(release.fields)
  const then = comparedFields(fields)
  const touches = (names: readonly (keyof typeof now)[]) =>
    names.some((name) => now[name] !== then[name])
  const times = { state: release.state, ...release.fields }
  const parts = { texts, season, shipping, kind: kinds, hours, waves: ['waves'] } as const
  return Object.entries(parts).every(
    ([part, names]) =>
      !touches(names) || mayChange(part as keyof typeof parts, times, at) === 'all',
  )
}

/**
 * Saves what was typed of a locked release, as far as its phase allows, if its version is the one that was
 * seen. Buyers whose wine ships later than they were told are written to.
 */
async function write(
  { services, tx, now, audit, unchanged }: Omit<Acting<never>, 'record'>,
  before: StaffRelease,
  typed: TypedRelease,
  seen = before.version,
): Promise<Refusal | undefined> {
  const { id } = before
  const { timeZone } = services.settings
  const checked = checkRelease(typed, { timeZone, now })
  if (!checked.ok) return invalid(checked.errors)
  const changes = changesBetween(loggedFields(before.fields), loggedFields(checked.fields))
  if (!changes) {
    unchanged()
    return
  }
  if (seen !== before.version) return refuse(copy.errors['saved-elsewhere'])
  if (!isChangeable(before, checked.fields, now)) return refuse(copy.errors.fixed)
  if (await isEndByHours(tx, before, { closesAt: checked.fields.closesAt, now })) {
    return invalid({ closesAt: 'closing-is-an-end' })
  }
  // Before it is written: who was told an earlier day.
  const { name, shipsFrom } = checked.fields
  const delayed = shipsFrom ? await delayedOrders(tx, id, { shipsFrom, timeZone }) : []
  if (!(await writeRelease(tx, id, checked.fields))) return refuse(copy.errors['wave-in-use'])
  await queueMails(
    tx,
    delayed.map((order) => shipsLaterMail(services, order, { name, shipsFrom: shipsFrom! })),
  )
  audit(releaseSubject(id, name), changes)
}

/** Saves what a release is, and what customers read of it. */
export const saveReleaseTexts = staffRecord({
  needs: 'manage-releases',
  log: 'release-updated',
  kind: 'release',
  names: textFields,
  read: readTexts,
  async find(tx, id) {
    const release = await lockStaffRelease(tx, id)
    return release && { id, version: release.version, fields: textsIn(release.fields), release }
  },
  async save(acting, typedTexts, { id, release }) {
    const { timeZone } = acting.services.settings
    const typed = { ...typedOf(release.fields, timeZone), ...typedTexts }
    return (await write(acting, release, typed)) ?? { id }
  },
  say: ({ id }) => ({ sentence: copy.saved, to: paths.release(id) }),
})

/** Saves the hours and waves of a release. */
export const saveReleaseHours: Shows<object> = staffAction({
  needs: 'manage-releases',
  log: 'release-updated',
  form: readBy((form) => ({
    id: textOf(form, 'id'),
    version: versionIn(form),
    hours: hoursIn(form),
  })),
  async run(acting, { id, version, hours: sent }) {
    const release = await lockStaffRelease(acting.tx, id)
    if (!release) return notThere()
    const { timeZone } = acting.services.settings
    const typed = { ...typedOf(release.fields, timeZone), ...sent }
    const refused = await write(acting, release, typed, version)
    return refused ? shownAgain(refused, typed) : {}
  },
  say: () => copy.saved,
})

/** Tells a buyer from when the release ships now. */
const shipsLaterMail = (
  services: Pick<Services, 'settings' | 'orderLinks' | 'clock'>,
  order: DelayedOrder,
  release: { name: string; shipsFrom: string },
): OutgoingMail => ({
  kind: 'release-ships-later',
  recipient: order.email,
  props: {
    firstName: firstWord(order.name),
    release: release.name,
    shipsFrom: release.shipsFrom,
    orderUrl: orderUrlOf(services, order, services.clock()),
    ordered: order.ordered,
  },
})

const soonMinutes = 60

/**
 * Whether a closing hour would end a scheduled release within the hour, where ending one needs approval
 * by a second person.
 */
async function isEndByHours(
  tx: Transaction,
  { state, fields }: StaffRelease,
  { closesAt, now }: { closesAt: Date; now: Date },
): Promise<boolean> {
  if (state === 'draft' || closesAt >= fields.closesAt) return false
  if (closesAt.getTime() > now.getTime() + soonMinutes * 60_000) return false
  return (await approvalRulesNow(tx)).endsRelease
}

const winesRefused = {
  'has-allocations': 'A wine that has allocations cannot be taken out.',
  'in-other-release': 'One of these wines is in another release that has not ended.',
  'grant-runs': 'One of these wines is granted to somebody, and the grant has not expired.',
} as const satisfies Record<Exclude<ChosenWines, 'chosen'>, string>

/** Chooses the wines of a draft, in their order on the page. */
export const saveReleaseWines = staffAction({
  needs: 'manage-releases',
  log: 'release-updated',
  /** `order`: the ids in their order, as the pressed button has them. */
  form: z.object({ ...seenRelease, order: text() }),
  async run({ tx, now, audit, unchanged }, { order, ...seen }) {
    const wines = [...new Set(order.split(','))].filter(Boolean)
    const known = (await choosableWines(tx)).map((wine) => wine.id)
    if (!wines.every((wine) => known.includes(wine))) return refuse('There is no such wine.')
    // A press whose first answer was lost sends again what is saved by now.
    const saved = await lockStaffRelease(tx, seen.id)
    if (saved?.wines.map((wine) => wine.id).join(',') === wines.join(',')) {
      unchanged()
      return {}
    }
    const before = await lockRelease(tx, seen)
    const times = { state: before.state, ...before.fields }
    if (mayChange('wines', times, now) !== 'all') return refuse(copy.errors.fixed)
    const result = await chooseWines(tx, seen.id, wines)
    if (result !== 'chosen') return refuse(winesRefused[result])
    await placeWinesInRules(tx, seen.id, wines)
    await raiseVersion(tx, seen.id, {})
    audit(releaseSubject(seen.id, before.fields.name), {
      before: { wines: before.wines.map((wine) => wine.id).join(', ') },
      after: { wines: wines.join(', ') },
    })
    return {}
  },
  say: () => 'The wines are saved.',
})
