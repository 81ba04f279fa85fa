import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { readBy, text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import type { Acting, Action } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { campaignSubject } from '../log.copy.ts'
import type { Audience } from './audience.rules.ts'
import { everybody } from './audience.rules.ts'
import { blockChangeOf, withChange } from './blocks.rules.ts'
import { readCampaign } from './campaign-form.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import type { Campaign } from './campaigns.store.server.ts'
import {
  campaignById,
  deleteDraft,
  insertCampaign,
  isRelease,
  lockCampaign,
  writeCampaign,
} from './campaigns.store.server.ts'
import { blockId } from './content-errors.ts'
import type { CampaignContent, ContentErrors } from './content.rules.ts'
import { contentErrors, contentLimits, firstBlocks, hasLineBreak } from './content.rules.ts'

/** A name on one line, trimmed; null where it is none or too long. */
function nameOf(typed: string): string | null {
  const name = typed.trim()
  return name && name.length <= contentLimits.name && !hasLineBreak(name) ? name : null
}

/** A name on one line, at its field. */
const name = text().refine((typed) => nameOf(typed) !== null, copy.refused['no-name'])

type Draft = Acting<unknown> & { name: string }

/**
 * Makes a draft with the content of `source` and that audience. The form's key becomes its id, so that
 * a form sent twice makes one draft.
 */
async function makeDraft(
  { tx, formKey: id, audit, unchanged, name: called }: Draft,
  source: Campaign | null,
  audience: Audience,
): Promise<{ id: string }> {
  const { releaseId, subject, preheader, blocks = [...firstBlocks] } = source ?? {}
  const draft = { id, name: called, releaseId, subject, preheader, blocks, audience }
  if (await insertCampaign(tx, draft)) {
    audit(campaignSubject({ id, name: called }), { after: { name: called } })
  } else unchanged()
  return { id }
}

/** Makes a draft to everybody. */
export const createCampaign = staffAction({
  needs: 'write-emails',
  log: 'campaign-made',
  form: z.object({ name }),
  run: (acting, typed) => makeDraft({ ...acting, ...typed }, null, everybody),
  say: ({ id }) => ({ to: paths.campaign(id) }),
})

/** Drafts a reminder to recipients who have not ordered and have wine left. */
export const createReminder = staffAction({
  needs: 'write-emails',
  log: 'campaign-made',
  form: z.object({ id: text(), name }),
  async run(acting, { id, ...typed }) {
    const source = await campaignById(acting.tx, id)
    // Its audience must not become everybody.
    if (!source) return notThere()
    return makeDraft({ ...acting, ...typed }, source, {
      ...source.audience,
      ordered: 'no',
      hasAllocationLeft: true,
    })
  },
  say: ({ id }) => ({ to: paths.campaign(id) }),
})

/** Drafts a correction to the recipients of a campaign, with its content. */
export const createCorrection = staffAction({
  needs: 'write-emails',
  log: 'campaign-made',
  form: z.object({ id: text(), name }),
  async run(acting, { id, ...typed }) {
    const source = await campaignById(acting.tx, id)
    if (!source) return notThere()
    return makeDraft({ ...acting, ...typed }, source, { ...everybody, got: id })
  },
  say: ({ id }) => ({ to: paths.campaign(id) }),
})

/** Deletes a draft, if its version is unchanged. Gone by the first of two presses, it is discarded too. */
export const discardCampaign = staffAction({
  needs: 'write-emails',
  log: 'campaign-discarded',
  form: z.object({ id: text(), version: wholeNumber() }),
  async run({ tx, audit, unchanged }, { id, version }) {
    const draft = await lockCampaign(tx, id)
    if (!draft) {
      unchanged()
      return {}
    }
    if (draft.state !== 'draft') return refuse(copy.refused.fixed)
    if (draft.version !== version) return refuse(copy.refused['saved-elsewhere'])
    await deleteDraft(tx, id)
    audit(campaignSubject(draft), { before: { name: draft.name, subject: draft.subject } })
    return {}
  },
  say: () => ({ to: paths.campaigns(), sentence: 'The draft is discarded.' }),
})

export type CampaignChange = CampaignContent & {
  version: number
  name: string
  releaseId: string | null
  audience: Audience
}

/** What was not saved, as it was typed: the page shows it again, also without a script. */
export type NotSaved = { typed: CampaignChange; errors: ContentErrors; nameError?: string }

/** Not even a draft may have a line break in the subject, or a text that is too long. */
const neverSaved = new Set(['line-break', 'too-long'])

/** Saves a draft, also an incomplete one, as it is or with the change of its blocks that was pressed. */
export const saveCampaign: Action<{ id: string; at: number | null }, 'change', object> & {
  shows?: NotSaved
} = staffAction({
  needs: 'write-emails',
  log: 'campaign-updated',
  form: readBy((form) => ({
    id: textOf(form, 'id'),
    change: blockChangeOf(textOf(form, 'intent'), textOf(form, 'newBlock')),
    typed: readCampaign(form),
  })),
  async run({ tx, audit, unchanged }, { id, change, typed }) {
    const { version, releaseId, audience, subject, preheader } = typed
    const { blocks, at } = change ? withChange(typed.blocks, change) : { ...typed, at: null }
    const notSaved = (status: 400 | 409, sentence: string, wrong: Partial<NotSaved> = {}) =>
      new Refusal(status, sentence, {}, { shown: { typed, errors: {}, ...wrong } })
    const called = nameOf(typed.name)
    if (!called) return notSaved(400, copy.refused.invalid, { nameError: copy.refused['no-name'] })
    const errors = contentErrors({ subject, preheader, blocks })
    if (
      blocks.length > contentLimits.blocks ||
      Object.values(errors).some(({ error }) => neverSaved.has(error))
    ) {
      return notSaved(400, copy.refused.invalid, { errors })
    }
    if (releaseId !== null && !(await isRelease(tx, releaseId))) {
      return notSaved(409, copy.refused['no-release'])
    }
    const before = await lockCampaign(tx, id)
    if (!before) return notSaved(409, copy.refused.gone)
    if (before.state !== 'draft') return notSaved(409, copy.refused.fixed)
    const after = {
      name: called,
      releaseId,
      audience,
      subject: subject.trim(),
      preheader: preheader.trim(),
      blocks: [...blocks],
    }
    if (before.version !== version) {
      // A press whose first answer was lost sends again what is saved by now.
      const isSaved = isDeepStrictEqual({ ...before, ...after }, before)
      if (!isSaved) return notSaved(409, copy.refused['saved-meanwhile'])
      unchanged()
      return { id, at }
    }
    await writeCampaign(tx, id, after)
    audit(campaignSubject({ id, name: called }), {
      before: { name: before.name, subject: before.subject },
      after: { name: called, subject: after.subject },
    })
    return { id, at }
  },
  say: ({ id, at }) => (at === null ? 'Saved.' : { to: `${paths.campaign(id)}#${blockId(at)}` }),
})
