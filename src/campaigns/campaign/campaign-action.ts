import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Permitted } from '#platform/http/http-error.ts'
import { permitted } from '#platform/http/http-error.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { blockChangeOf, withChange } from './blocks.rules.ts'
import { readCampaign } from './campaign-form.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import { blockId } from './content-errors.ts'
import type { ContentErrors } from './content.rules.ts'
import {
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
} from './turn-campaign.actions.server.ts'
import type { CampaignChange, SavedCampaign } from './write-campaign.actions.server.ts'
import {
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './write-campaign.actions.server.ts'

const actions = {
  test: sendTestCampaign,
  remind: createReminder,
  correct: createCorrection,
  discard: discardCampaign,
  schedule: scheduleCampaign,
  unschedule: unscheduleCampaign,
  pause: pauseCampaign,
  resume: resumeCampaign,
  stop: stopCampaign,
}

/** What was not saved, with what was typed: the page shows it again, also without a script. */
export type Refused = {
  error: string
  errors: ContentErrors
  nameError?: string
  typed: CampaignChange
}

/** Writes to a campaign; whatever is pressed in the editor of a draft saves it first. */
export async function changeCampaign(args: ActionFunctionArgs) {
  const { params, request, context } = args
  const form = await request.clone().formData()
  if (!form.has('subject')) return pageAction(actions)(args)
  const id = params['id']!
  const here = paths.campaign(id)
  const intent = textOf(form, 'intent')
  const typed = readCampaign(form)
  const blockChange = blockChangeOf(intent, textOf(form, 'newBlock'))
  const changed = blockChange && withChange(typed.blocks, blockChange)
  const blocks = changed?.blocks ?? typed.blocks
  const saved = permitted(
    await saveCampaign(context.get(servicesContext), memberOf(context), id, { ...typed, blocks }),
  )
  if (!saved.ok) return notSaved(saved, typed)
  if (changed) return redirect(`${here}#${blockId(changed.at)}`, 303)
  if (intent === 'save') {
    return redirectWithFlash(here, { tone: 'good', sentence: 'Saved.' }, context)
  }
  const { version } = saved.campaign
  return pageAction(actions, () => ({ version }))(args)
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
