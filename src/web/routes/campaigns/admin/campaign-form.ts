import type { Audience } from '#domain/campaigns/audience.ts'
import { audienceSchema, everybody } from '#domain/campaigns/audience.ts'
import type { Block } from '#domain/campaigns/content.ts'
import {
  blockSchema,
  buttonTargets,
  contentLimits,
  emailPictures,
} from '#domain/campaigns/content.ts'
import { textOf } from '#domain/form-text.ts'

/** What the editor's form says, as it was typed. */
export function readCampaign(form: FormData) {
  return {
    version: Number(textOf(form, 'version')),
    name: textOf(form, 'name'),
    releaseId: textOf(form, 'releaseId') || null,
    subject: textOf(form, 'subject'),
    preheader: textOf(form, 'preheader'),
    blocks: readBlocks(form),
    audience: readAudience(form),
  }
}

/** The blocks in their order, also one that nothing is written in yet. */
function readBlocks(form: FormData): Block[] {
  return Array.from({ length: contentLimits.blocks }, (_, index): Block[] => {
    const field = (name: string) => textOf(form, `blocks.${index}.${name}`)
    const text = field('text').replaceAll('\r\n', '\n')
    const read = blockSchema.safeParse({
      kind: field('kind'),
      text,
      alt: text,
      picture: field('picture') || emailPictures[0],
      target: field('target') || buttonTargets[0],
    })
    return read.success ? [read.data] : []
  }).flat()
}

function readAudience(form: FormData): Audience {
  const read = audienceSchema.safeParse({
    waveId: textOf(form, 'waveId'),
    hasAllocationLeft: form.has('hasAllocationLeft'),
    clubLevel: textOf(form, 'clubLevel'),
    ordered: textOf(form, 'ordered'),
    state: textOf(form, 'state'),
    got: textOf(form, 'got'),
    withSubscribers: form.has('withSubscribers'),
  })
  return read.success ? read.data : everybody
}
