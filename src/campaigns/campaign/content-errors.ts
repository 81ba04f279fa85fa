import { campaignCopy as copy, campaignsCopy } from './campaigns.copy.ts'
import type { Block, ContentErrors } from './content.rules.ts'

/** The id of the editor's form: fields and buttons beside it belong to it, too. */
export const editorForm = 'campaign'

/** The address of a block on the page. */
export const blockId = (index: number): string => `block-${index + 1}`

/** The sentence at a field: what is wrong with it, and with which piece of it. */
export function contentErrorOf(errors: ContentErrors, field: string): string | undefined {
  const found = errors[field]
  if (!found) return undefined
  return found.piece ? `${copy.errors[found.error]}: ${found.piece}` : copy.errors[found.error]
}

/** The errors that keep a campaign from being scheduled, each with the name of its field. */
export const listedErrors = (errors: ContentErrors, blocks: readonly Block[]): string[] =>
  Object.keys(errors).map((field) => {
    const block = blocks[Number(field.split('.')[1])]
    const named: Record<string, string> = {
      subject: campaignsCopy.subject,
      preheader: copy.preheader,
    }
    const name = block
      ? `${Number(field.split('.')[1]) + 1}. ${copy.kinds[block.kind]}`
      : (named[field] ?? copy.blocks)
    return `${name}: ${contentErrorOf(errors, field)}`
  })
