import { randomUUID } from 'node:crypto'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Campaign } from './campaigns.store.server.ts'
import {
  campaignById,
  deleteDraft,
  insertCampaign,
  isRelease,
  lockCampaign,
  writeCampaign,
} from './campaigns.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import type { Audience } from './audience.rules.ts'
import { everybody } from './audience.rules.ts'
import type { CampaignContent, ContentErrors } from './content.rules.ts'
import { contentErrors, contentLimits, hasLineBreak } from './content.rules.ts'

import { campaignSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type CreatedCampaign = Outcome<'not-staff' | 'no-name', { id: string }>

/** A name on one line, trimmed; null where it is none or too long. */
function nameOf(typed: string): string | null {
  const name = typed.trim()
  return name && name.length <= contentLimits.name && !hasLineBreak(name) ? name : null
}

/** The form's key becomes the draft's id, so that a form sent twice makes one draft. */
type NewCampaign = { key: string; name: string }

/** Makes a draft, with the content of the campaign `of` if given. Only for staff. */
export const createCampaign = (
  services: Services,
  viewer: Staff,
  { of, ...made }: NewCampaign & { of: string | null },
): Promise<CreatedCampaign> => makeDraft(services, viewer, made, of, (audience) => audience)

/** Drafts a reminder to recipients who have not ordered and have wine left. Only for staff. */
export const createReminder = (
  services: Services,
  viewer: Staff,
  id: string,
  made: NewCampaign,
): Promise<CreatedCampaign> =>
  makeDraft(services, viewer, made, id, (audience) => ({
    ...audience,
    ordered: 'no',
    hasAllocationLeft: true,
  }))

/** Drafts a correction to the recipients of a campaign, with its content. Only for staff. */
export const createCorrection = (
  services: Services,
  viewer: Staff,
  id: string,
  made: NewCampaign,
): Promise<CreatedCampaign> =>
  makeDraft(services, viewer, made, id, () => ({ ...everybody, got: id }))

/** Makes a draft with the content of `of` and an audience derived from that campaign's. */
async function makeDraft(
  { db }: Services,
  viewer: Staff,
  { key, name }: NewCampaign,
  of: string | null,
  audienceFrom: (audience: Audience) => Audience,
): Promise<CreatedCampaign> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  const called = nameOf(name)
  if (!called) return { ok: false, reason: 'no-name' }
  const id = isUuid(key) ? key : randomUUID()
  const source = of ? await campaignById(db, of) : null
  const { releaseId, subject, preheader, blocks } = source ?? {}
  const audience = audienceFrom(source?.audience ?? everybody)
  await db.transaction(async (tx) => {
    const draft = { id, name: called, releaseId, subject, preheader, blocks, audience }
    if (!(await insertCampaign(tx, draft))) return
    await writeAuditEntry(tx, viewer, 'campaign-made', campaignSubject({ id, name: called }), {
      after: { name: called },
    })
  })
  return { ok: true, id }
}

/** Deletes a draft, if its version is unchanged. Only for staff. */
export async function discardCampaign(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version }: { version: number },
): Promise<Outcome<'not-staff' | 'gone' | 'fixed' | 'saved-elsewhere'>> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const draft = await lockCampaign(tx, id)
    if (!draft) return { ok: false, reason: 'gone' }
    if (draft.state !== 'draft') return { ok: false, reason: 'fixed' }
    if (draft.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    await deleteDraft(tx, id)
    await writeAuditEntry(tx, viewer, 'campaign-discarded', campaignSubject(draft), {
      before: { name: draft.name, subject: draft.subject },
    })
    return { ok: true }
  })
}

export type CampaignChange = CampaignContent & {
  version: number
  name: string
  releaseId: string | null
  audience: Audience
}

export type SavedCampaign =
  | Outcome<
      'not-staff' | 'gone' | 'fixed' | 'saved-elsewhere' | 'no-name' | 'no-release',
      { campaign: Campaign; errors: ContentErrors }
    >
  /** Not even a draft may have a line break in the subject, or a text that is too long. */
  | { ok: false; reason: 'invalid'; errors: ContentErrors }

const neverSaved = new Set(['line-break', 'too-long'])

/** Saves a draft, also an incomplete one: its errors are returned, and prevent scheduling. Only for staff. */
export async function saveCampaign(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, name, releaseId, audience, subject, preheader, blocks }: CampaignChange,
): Promise<SavedCampaign> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  const called = nameOf(name)
  if (!called) return { ok: false, reason: 'no-name' }
  const errors = contentErrors({ subject, preheader, blocks })
  if (
    blocks.length > contentLimits.blocks ||
    Object.values(errors).some(({ error }) => neverSaved.has(error))
  ) {
    return { ok: false, reason: 'invalid', errors }
  }
  if (releaseId !== null && !(await isRelease(db, releaseId))) {
    return { ok: false, reason: 'no-release' }
  }
  return db.transaction(async (tx): Promise<SavedCampaign> => {
    const before = await lockCampaign(tx, id)
    if (!before) return { ok: false, reason: 'gone' }
    if (before.state !== 'draft') return { ok: false, reason: 'fixed' }
    if (before.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    const after = {
      name: called,
      releaseId,
      audience,
      subject: subject.trim(),
      preheader: preheader.trim(),
      blocks: [...blocks],
    }
    await writeCampaign(tx, id, after)
    await writeAuditEntry(tx, viewer, 'campaign-updated', campaignSubject({ id, name: called }), {
      before: { name: before.name, subject: before.subject },
      after: { name: called, subject: after.subject },
    })
    return { ok: true, campaign: { ...before, ...after, version: version + 1 }, errors }
  })
}
