import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Audience } from './audience.rules.ts'
import { audienceSchema, everybody } from './audience.rules.ts'
import type { Block } from './content.rules.ts'
import { blockKinds, blockSchema, contentLimits, newBlocks } from './content.rules.ts'

/** What the editor's form says, as it was typed. */
export function readCampaign(form: FormData) {
  return {
    version: wholeNumberIn(form.get('version')) ?? 0,
    name: textOf(form, 'name'),
    releaseId: textOf(form, 'releaseId') || null,
    subject: textOf(form, 'subject'),
    preheader: textOf(form, 'preheader'),
    blocks: readBlocks(form),
    audience: readAudience(form),
  }
}

/** The blocks in their order, also one that nothing is written in yet. What is empty is as in a new block. */
function readBlocks(form: FormData): Block[] {
  return Array.from({ length: contentLimits.blocks }, (_, index): Block[] => {
    const field = (name: string) => textOf(form, `blocks.${index}.${name}`).replaceAll('\r\n', '\n')
    const kind = blockKinds.find((one) => one === field('kind'))
    if (!kind) return []
    // The text of a picture is its description.
    const fields = Object.entries(newBlocks[kind]).map(([name, fresh]) => [
      name,
      field(name === 'alt' ? 'text' : name) || fresh,
    ])
    const read = blockSchema.safeParse(Object.fromEntries(fields))
    return read.success ? [read.data] : []
  }).flat()
}

/** Throws a 400 when it is not valid: no other audience may take its place. */
function readAudience(form: FormData): Audience {
  const fields = Object.entries(everybody).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? form.has(name) : textOf(form, name),
  ])
  const read = audienceSchema.safeParse(Object.fromEntries(fields))
  if (!read.success) throw httpError(400)
  return read.data
}
