import { randomUUID } from 'node:crypto'

import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { Campaign } from '#data/campaigns/campaigns.ts'
import {
  campaignById,
  insertCampaign,
  lockCampaign,
  writeCampaign,
} from '#data/campaigns/campaigns.ts'
import { staffReleaseById } from '#data/releases/staff-releases.ts'
import { isUuid } from '#data/uuid.ts'
import { may } from '#domain/admin/access.ts'
import type { Audience } from '#domain/campaigns/audience.ts'
import { everybody } from '#domain/campaigns/audience.ts'
import type { CampaignContent, ContentErrors } from '#domain/campaigns/content.ts'
import { contentErrors, contentLimits, hasLineBreak } from '#domain/campaigns/content.ts'

import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import type { Services } from '#use-cases/services.ts'

export const campaignSubject = ({ id, name }: Pick<Campaign, 'id' | 'name'>) =>
  ({ subjectKind: 'campaign', subjectId: id, subjectLabel: name }) as const

export type CreatedCampaign =
  | { ok: true; id: string }
  | { ok: false; reason: 'not-staff' | 'no-name' }

/** A name on one line, trimmed; null where it is none or too long. */
function nameOf(typed: string): string | null {
  const name = typed.trim()
  return name && name.length <= contentLimits.name && !hasLineBreak(name) ? name : null
}

/** Makes a draft; `of` copies another's words. The form's key is its id. Only for staff. */
export async function createCampaign(
  { db }: Services,
  viewer: Staff,
  { key, name, of }: { key: string; name: string; of: string | null },
): Promise<CreatedCampaign> {
  if (!may(viewer, 'write-emails')) return { ok: false, reason: 'not-staff' }
  const called = nameOf(name)
  if (!called) return { ok: false, reason: 'no-name' }
  const id = isUuid(key) ? key : randomUUID()
  const source = of ? await campaignById(db, of) : null
  await db.transaction(async (tx) => {
    const words = source
      ? {
          releaseId: source.releaseId,
          subject: source.subject,
          preheader: source.preheader,
          blocks: source.blocks,
          audience: source.audience,
        }
      : { audience: everybody }
    if (!(await insertCampaign(tx, { id, name: called, ...words }))) return
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      ...campaignSubject({ id, name: called }),
      action: 'campaign-made',
      before: null,
      after: { name: called },
    })
  })
  return { ok: true, id }
}

/** Makes a second email to those of a campaign who have not ordered and have wine left. Only for staff. */
export async function createReminder(
  services: Services,
  viewer: Staff,
  id: string,
  { key, name }: { key: string; name: string },
): Promise<CreatedCampaign> {
  const created = await createCampaign(services, viewer, { key, name, of: id })
  if (!created.ok) return created
  await services.db.transaction(async (tx) => {
    const draft = await lockCampaign(tx, created.id)
    if (!draft || draft.version !== 1 || draft.state !== 'draft') return
    const audience = { ...draft.audience, ordered: 'no' as const, hasAllocationLeft: true }
    await writeCampaign(tx, draft.id, { audience })
  })
  return created
}

/** Makes a new email to those who got a campaign, with its words to correct. Only for staff. */
export async function createCorrection(
  services: Services,
  viewer: Staff,
  id: string,
  { key, name }: { key: string; name: string },
): Promise<CreatedCampaign> {
  const created = await createCampaign(services, viewer, { key, name, of: id })
  if (!created.ok) return created
  await services.db.transaction(async (tx) => {
    const draft = await lockCampaign(tx, created.id)
    if (!draft || draft.version !== 1 || draft.state !== 'draft') return
    await writeCampaign(tx, draft.id, { audience: { ...everybody, got: id } })
  })
  return created
}

export type CampaignChange = CampaignContent & {
  version: number
  name: string
  releaseId: string | null
  audience: Audience
}

export type SavedCampaign =
  | { ok: true; campaign: Campaign; errors: ContentErrors }
  | {
      ok: false
      reason: 'not-staff' | 'gone' | 'fixed' | 'saved-elsewhere' | 'no-name' | 'no-release'
    }
  /** What can't even be kept: a line break in the subject, a text that is too long. */
  | { ok: false; reason: 'invalid'; errors: ContentErrors }

const unkeepable = new Set(['line-break', 'too-long'])

/**
 * Saves a draft, also with words that can't leave yet: those are returned, and stop it from being
 * scheduled. Only for staff.
 */
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
    Object.values(errors).some(({ error }) => unkeepable.has(error))
  ) {
    return { ok: false, reason: 'invalid', errors }
  }
  if (releaseId !== null && !(await staffReleaseById(db, releaseId))) {
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
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      ...campaignSubject({ id, name: called }),
      action: 'campaign-updated',
      before: { name: before.name, subject: before.subject },
      after: { name: called, subject: after.subject },
    })
    return { ok: true, campaign: { ...before, ...after, version: version + 1 }, errors }
  })
}
