import { z } from 'zod'

import { isOneOf } from '#platform/text/one-of.rules.ts'
import { isGreetable } from '#platform/text/person-name.rules.ts'

/** Where a button leads: by a purchase link to the recipient's allocation, or to a page of the shop. */
export const buttonTargets = ['allocation', 'shop', 'orders', 'wines', 'about'] as const
export type ButtonTarget = (typeof buttonTargets)[number]

/** Pictures that emails carry with them. */
export const emailPictures = [
  'bottle-malbec-2022',
  'bottle-malbec-2021',
  'bottle-cabernet-sauvignon-2021',
  'skyline',
] as const
export type EmailPicture = (typeof emailPictures)[number]

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('picture'), picture: z.enum(emailPictures), alt: z.string() }),
  z.object({ kind: z.literal('wines') }),
  z.object({ kind: z.literal('button'), text: z.string(), target: z.enum(buttonTargets) }),
])
export type Block = z.infer<typeof blockSchema>
export type BlockKind = Block['kind']
/** In the order in which they are offered. */
export const blockKinds = blockSchema.options.map(({ shape }) => shape.kind.value)

export type CampaignContent = {
  subject: string
  preheader: string
  blocks: readonly Block[]
}

/** Whether a text has line breaks. */
export const hasLineBreak = (text: string): boolean => /[\r\n\u2028\u2029]/.test(text)

export const contentLimits = {
  name: 80,
  subject: 120,
  preheader: 140,
  blocks: 12,
} as const

type TextRule = { most: number; lines?: true; empty?: true }

/** The text of each kind of block; a picture's is its description, and a list of wines has none. */
export const blockTexts: Readonly<Record<BlockKind, TextRule>> = {
  heading: { most: 80 },
  paragraph: { most: 1_500, lines: true },
  picture: { most: 120, empty: true },
  wines: { most: 0, empty: true },
  button: { most: 40 },
}

/** A block of each kind as it is added. */
export const newBlocks = {
  heading: { kind: 'heading', text: '' },
  paragraph: { kind: 'paragraph', text: '' },
  picture: { kind: 'picture', picture: 'bottle-malbec-2022', alt: '' },
  wines: { kind: 'wines' },
  button: { kind: 'button', text: '', target: 'allocation' },
} as const satisfies { [Kind in BlockKind]: Extract<Block, { kind: Kind }> }

/** The blocks that a new campaign begins with: what most emails about a release hold. */
export const firstBlocks: readonly Block[] = [
  newBlocks.picture,
  newBlocks.heading,
  { kind: 'paragraph', text: 'Dear {first name},' },
  newBlocks.wines,
  { kind: 'button', text: 'See your allocation', target: 'allocation' },
]

/** The text of a block: of a picture, its description. */
export const textOfBlock = (block: Block): string =>
  'text' in block ? block.text : 'alt' in block ? block.alt : ''

/** Placeholders that are filled in for each person. */
export const placeholders = ['first name', 'allocation', 'kept until', 'landed total'] as const
type Placeholder = (typeof placeholders)[number]
export type Personal = Record<Placeholder, string>

/** In a subject, heading or button: the text in place of a fact that is not known. */
const unknownFact: Personal = {
  'first name': 'friend',
  allocation: 'your allocation',
  'kept until': 'the release closes',
  'landed total': 'the total shown before you pay',
}

const braces = /\{([^{}]*)\}/g

/** `{is|are}`: the first for one case, the second for more. */
const oneOrMany = /^([^{}|]+)\|([^{}|]+)$/

/** The first braces that are no known placeholder, or null: no email is sent with raw braces. */
export function unknownPlaceholder(text: string): string | null {
  for (const [piece, name] of text.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    if (name === undefined || !(isOneOf(placeholders, name) || oneOrMany.test(name))) return piece
  }
  return null
}

/** What is left to a person of one wine of their allocation, in cases and cents. */
export const allocatedWine = z.object({
  title: z.string(),
  cases: z.number().int(),
  cents: z.number().int(),
})
export type AllocatedWine = z.infer<typeof allocatedWine>

export type Facts = Partial<Personal> & { wines?: readonly AllocatedWine[] }

/** A first name that may not stand in a greeting counts as not known. */
function factOf(facts: Facts, name: Placeholder): string {
  const fact = facts[name] ?? ''
  return name === 'first name' && !isGreetable(fact) ? '' : fact
}

/** The text for one person; what is not known of them reads as `unknownFact`, which is one. */
const filled = (text: string, facts: Facts): string =>
  text.replaceAll(braces, (piece, name: string) => {
    if (isOneOf(placeholders, name)) return factOf(facts, name) || unknownFact[name]
    const [, one = piece, many = piece] = oneOrMany.exec(name) ?? []
    return !facts.allocation || facts.allocation.startsWith('1 ') ? one : many
  })

/** Whether something of a sentence, other than the first name, is not known of a person. */
const lacksFact = (sentence: string, facts: Facts): boolean =>
  [...sentence.matchAll(braces)].some(([, name = '']) =>
    isOneOf(placeholders, name) ? name !== 'first name' && !factOf(facts, name) : !facts.allocation,
  )

const betweenSentences = /(?<=[.!?][”"’)]?) +(?=[\p{Lu}{“"(])/u

/** A paragraph for one person: sentences with something that is not known of them are left out. */
const paragraphFor = (text: string, facts: Facts): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const kept = line.split(betweenSentences).filter((sentence) => !lacksFact(sentence, facts))
      return kept.length > 0 ? [filled(kept.join(' '), facts)] : []
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

type PersonalContent = CampaignContent & {
  /** What a block of wines lists, and until when it is kept. */
  wines: AllocatedWine[]
  keptUntil: string
}

/** The whole email for one person. */
export function contentFor(content: CampaignContent, facts: Facts): PersonalContent {
  const wines = [...(facts.wines ?? [])]
  return {
    wines,
    keptUntil: facts['kept until'] ?? '',
    subject: filled(content.subject, facts),
    preheader: filled(content.preheader, facts),
    blocks: content.blocks.flatMap((block): Block[] => {
      if (block.kind === 'picture') return [block]
      if (block.kind === 'wines') return wines.length > 0 ? [block] : []
      if (block.kind !== 'paragraph') return [{ ...block, text: filled(block.text, facts) }]
      const text = paragraphFor(block.text, facts)
      return text ? [{ ...block, text }] : []
    }),
  }
}

export type ContentError = 'empty' | 'line-break' | 'too-long' | 'unknown-placeholder' | 'no-blocks'
export type ContentErrors = Record<string, { error: ContentError; piece?: string }>

/** What is wrong with a campaign's words, by field: `subject`, `preheader`, `blocks.2`. */
export function contentErrors({ subject, preheader, blocks }: CampaignContent): ContentErrors {
  const errors: ContentErrors = {}
  const check = (field: string, text: string, { most, lines, empty }: TextRule) => {
    const piece = unknownPlaceholder(text)
    if (!empty && text.trim() === '') errors[field] = { error: 'empty' }
    else if (!lines && hasLineBreak(text)) errors[field] = { error: 'line-break' }
    else if (text.length > most) errors[field] = { error: 'too-long' }
    else if (piece !== null) errors[field] = { error: 'unknown-placeholder', piece }
  }
  check('subject', subject, { most: contentLimits.subject })
  check('preheader', preheader, { most: contentLimits.preheader, empty: true })
  blocks.forEach((block, index) => {
    check(`blocks.${index}`, textOfBlock(block), blockTexts[block.kind])
  })
  if (blocks.length === 0) errors['blocks'] = { error: 'no-blocks' }
  return errors
}

/** Whether the content has a purchase link for each person. */
export const hasPurchaseLink = ({ blocks }: Pick<CampaignContent, 'blocks'>): boolean =>
  blocks.some((block) => block.kind === 'button' && block.target === 'allocation')
