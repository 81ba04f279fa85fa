import { data, redirect } from 'react-router'

import { blockChangeOf, withChange } from './blocks.rules.ts'
import type { ContentErrors } from './content.rules.ts'
import { contentErrors } from './content.rules.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'
import type { CampaignChange, SavedCampaign } from './write-campaign.actions.server.ts'
import { blockId } from './content-errors.ts'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import type { Permitted } from '#platform/http/http-error.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'

import type { Route } from './+types/campaign.page'
import { readCampaign } from './campaign-form.ts'

/** What was refused, with what was typed: the page shows it again, also without a script. */
export type Refused = {
  error: string
  errors: ContentErrors
  nameError?: string
  typed?: CampaignChange
  hour?: { typed: string; error?: string }
}

/** The sentence after each step. */
const steps = {
  unschedule: copy.unscheduled,
  pause: 'Paused. Nothing more leaves.',
  resume: 'It goes on.',
  stop: 'Stopped. What had not left never will.',
} as const

const nextEmails = { remind: 'createReminder', correct: 'createCorrection' } as const

const refused = (reason: keyof typeof copy.refused, status = 409) =>
  data<Refused>({ error: copy.refused[reason], errors: {} }, status)

/** Writes to a campaign; whatever is pressed in the editor of a draft saves it first. */
export async function changeCampaign({ params, request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const { id } = params
  const here = paths.campaign(id)
  const done = (sentence: string, to = here) =>
    redirectWithFlash(to, { tone: 'good', sentence }, context)

  let version = Number(textOf(form, 'version'))
  const blockChange = blockChangeOf(intent)
  if (form.has('subject')) {
    const typed = readCampaign(form)
    const changed = blockChange && withChange(typed.blocks, blockChange)
    const saved = permitted(
      await shop.saveCampaign(viewer, id, {
        ...typed,
        blocks: changed?.blocks ?? typed.blocks,
      }),
    )
    if (!saved.ok) return notSaved(saved, typed)
    if (changed) return redirect(`${here}#${blockId(changed.at)}`, 303)
    if (intent === 'save') return done('Saved.')
    ;({ version } = saved.campaign)
  }
  if (intent === 'test') {
    const personId = textOf(form, 'as')
    const as = personId ? { personId } : { isKnown: true }
    if (!(await shop.sendTestCampaign(viewer, id, as))) throw httpError(403)
    return done(
      'On its way to your own address.',
      paths.campaign(id, { as: personId || undefined }),
    )
  }
  if (intent === 'remind' || intent === 'correct') {
    const made = { key: textOf(form, 'key'), name: textOf(form, 'name') }
    const created = permitted(await shop[nextEmails[intent]](viewer, id, made))
    if (created.ok) return redirect(paths.campaign(created.id), 303)
    return refused(created.reason, 400)
  }
  if (intent === 'discard') {
    const discarded = permitted(await shop.discardCampaign(viewer, id, { version }))
    // Gone by the first of two presses: discarded as well.
    if (discarded.ok || discarded.reason === 'gone') {
      return done(copy.discarded, paths.campaigns())
    }
    return refused(discarded.reason)
  }
  if (intent === 'schedule') return schedule({ params, context }, { form, version }, done)
  if (!Object.hasOwn(steps, intent)) throw httpError(400)
  const step = intent as keyof typeof steps
  const moved = permitted(await shop.moveCampaign(viewer, id, { step, version }))
  return moved.ok ? done(steps[step]) : refused(moved.reason)
}

type Wanted = { form: FormData; version: number }

async function schedule(
  { params, context }: Pick<Route.ActionArgs, 'params' | 'context'>,
  { form, version }: Wanted,
  done: (sentence: string) => Response,
) {
  const typed = textOf(form, 'sendAt')
  const hour = readHour(typed, context.get(siteContext).timeZone)
  const atField = (reason: 'hour' | 'past') => {
    const error = copy.refused[reason]
    return data<Refused>({ error, errors: {}, hour: { typed, error } }, 400)
  }
  if (!hour.ok) return atField('hour')
  const shop = context.get(shopContext)
  const at = { version, sendAt: hour.at }
  const scheduled = permitted(await shop.scheduleCampaign(memberOf(context), params.id, at))
  if (scheduled.ok) return done(copy.scheduled)
  if (scheduled.reason === 'past') return atField('past')
  const errors = scheduled.reason === 'words' ? contentErrors(readCampaign(form)) : {}
  return data<Refused>({ error: copy.refused[scheduled.reason], errors, hour: { typed } }, 409)
}

function notSaved(saved: Permitted<SavedCampaign> & { ok: false }, typed: CampaignChange) {
  const { invalid, 'no-name': nameError, 'saved-meanwhile': meanwhile } = copy.refused
  if (saved.reason === 'no-name') {
    return data<Refused>({ error: invalid, errors: {}, nameError, typed }, 400)
  }
  if (saved.reason === 'invalid') {
    return data<Refused>({ error: invalid, errors: saved.errors, typed }, 400)
  }
  const error = saved.reason === 'saved-elsewhere' ? meanwhile : copy.refused[saved.reason]
  return data<Refused>({ error, errors: {}, typed }, 409)
}
