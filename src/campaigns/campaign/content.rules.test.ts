import { describe, expect, test } from 'vitest'

import type { CampaignContent } from './content.rules.ts'
import {
  blockSchema,
  contentErrors,
  contentFor,
  contentLimits,
  firstBlocks,
  hasPurchaseLink,
  textOfBlock,
  unknownPlaceholder,
} from './content.rules.ts'

const content = (change: Partial<CampaignContent> = {}): CampaignContent => ({
  subject: 'The spring release',
  preheader: '',
  blocks: [{ kind: 'paragraph', text: 'Dear {first name},\nyour {allocation}.' }],
  ...change,
})

describe('the words of a campaign', () => {
  test.each([
    ['an empty subject', content({ subject: ' ' }), { subject: { error: 'empty' } }],
    ['a line break', content({ subject: 'a\r\nBcc: b' }), { subject: { error: 'line-break' } }],
    ['a long subject', content({ subject: 'x'.repeat(121) }), { subject: { error: 'too-long' } }],
    [
      'a placeholder typed wrongly',
      content({ subject: 'Hello {firstname}' }),
      { subject: { error: 'unknown-placeholder', piece: '{firstname}' } },
    ],
    [
      'a button without words',
      content({ blocks: [{ kind: 'button', text: '', target: 'shop' }] }),
      { 'blocks.0': { error: 'empty' } },
    ],
    ['no block', content({ blocks: [] }), { blocks: { error: 'no-blocks' } }],
    ['nothing wrong', content(), {}],
  ])('%s', (_name, given, errors) => {
    expect(contentErrors(given)).toEqual(errors)
  })

  test.each(['{', 'a } b', '{{first name}}', '{first name', '{}'])('%j is refused', (text) => {
    expect(unknownPlaceholder(text)).not.toBeNull()
  })

  test('read well also where nothing is known', () => {
    const [block] = contentFor(content(), {}).blocks
    expect(block).toMatchObject({ text: 'Dear friend,' })
    expect(contentFor(content(), { 'first name': 'Ana', allocation: '2 cases' }).blocks[0]).toEqual(
      {
        kind: 'paragraph',
        text: 'Dear Ana,\nyour 2 cases.',
      },
    )
  })

  const kept: CampaignContent['blocks'] = [
    {
      kind: 'paragraph',
      text: 'Dear {first name},\n\nThree parcels. {allocation} {waits|wait} for you until {kept until}. {landed total} in all.\n\nYours, Kohue',
    },
  ]
  const until = { 'kept until': 'December 11', 'landed total': '$1,015.25' }
  test.each([
    [
      'one case',
      { 'first name': 'Ana', allocation: '1 case', ...until },
      'Dear Ana,\n\nThree parcels. 1 case waits for you until December 11. $1,015.25 in all.\n\nYours, Kohue',
    ],
    [
      'several',
      { 'first name': 'Ana', allocation: '12 cases', ...until },
      'Dear Ana,\n\nThree parcels. 12 cases wait for you until December 11. $1,015.25 in all.\n\nYours, Kohue',
    ],
    [
      'no total',
      { 'first name': 'Ana', allocation: '2 cases', 'kept until': 'December 11' },
      'Dear Ana,\n\nThree parcels. 2 cases wait for you until December 11.\n\nYours, Kohue',
    ],
    ['nothing known', {}, 'Dear friend,\n\nThree parcels.\n\nYours, Kohue'],
  ])('are whole sentences for %s', (_who, facts, text) => {
    expect(contentFor(content({ blocks: kept }), facts).blocks).toEqual([
      { kind: 'paragraph', text },
    ])
  })

  test('leave out a paragraph of which nothing is known', () => {
    const blocks = [{ kind: 'paragraph', text: '{allocation} {is|are} kept for you.' }] as const
    expect(contentFor(content({ blocks }), {}).blocks).toEqual([])
    const subject = '{allocation} {is|are} kept for you, {word}'
    expect(contentFor(content({ subject }), {}).subject).toBe(
      'your allocation is kept for you, {word}',
    )
  })

  test.each(['{is|are}', '{waits|wait}'])('%s is a placeholder', (text) => {
    expect(unknownPlaceholder(text)).toBeNull()
  })

  test.each(['{is|}', '{|are}', '{a|b|c}'])('%s is none', (text) => {
    expect(unknownPlaceholder(text)).toBe(text)
  })

  test('fill in a fact as it is, be it a placeholder or a pattern itself', () => {
    const allocation = '{allocation} $& {first name}'
    const [block] = contentFor(content(), { 'first name': 'Ana', allocation }).blocks
    expect(block).toMatchObject({ text: `Dear Ana,\nyour ${allocation}.` })
  })

  test.each(['{FNAME}', '*|FNAME|*', 'https://evil.example/win'])('never greet %s', (name) => {
    const [block] = contentFor(content(), { 'first name': name, allocation: '2 cases' }).blocks
    expect(block).toMatchObject({ text: 'Dear friend,\nyour 2 cases.' })
  })
})

const heading = (length: number) => ({ kind: 'heading', text: 'x'.repeat(length) }) as const
const paragraph = (length: number) => ({ kind: 'paragraph', text: 'x'.repeat(length) }) as const
const picture = (length: number) =>
  ({ kind: 'picture', picture: 'skyline', alt: 'x'.repeat(length) }) as const
const button = (length: number) =>
  ({ kind: 'button', text: 'x'.repeat(length), target: 'shop' }) as const

test('each text is as long as it fits, and pictures and lists of wines may be without', () => {
  const blocks = [heading(80), paragraph(1_500), picture(120), button(40), picture(0)]
  const whole = { subject: 'x'.repeat(120), preheader: 'x'.repeat(140) }
  expect(contentErrors({ ...whole, blocks: [...blocks, { kind: 'wines' }] })).toEqual({})
  const longer = [heading(81), paragraph(1_501), picture(121), button(41)]
  expect(contentErrors({ subject: 'x', preheader: 'x'.repeat(141), blocks: longer })).toEqual({
    ...{ preheader: { error: 'too-long' }, 'blocks.0': { error: 'too-long' } },
    ...{ 'blocks.1': { error: 'too-long' }, 'blocks.2': { error: 'too-long' } },
    'blocks.3': { error: 'too-long' },
  })
  expect(contentLimits).toMatchObject({ name: 80, blocks: 12 })
})

test('the text of a picture is its description, and a list of wines has none', () => {
  const blocks = [heading(1), picture(2), { kind: 'wines' } as const]
  expect(blocks.map(textOfBlock)).toEqual(['x', 'xx', ''])
})

test('a list of wines stands where a person has some, other blocks always', () => {
  const blocks = [
    picture(1),
    { kind: 'wines' },
    { kind: 'heading', text: '{allocation} for {first name}' },
  ] as const
  const wines = [{ title: '2024 Malbec', cases: 1, cents: 45_000 }]
  expect(contentFor(content({ blocks }), {})).toMatchObject({
    ...{ wines: [], keptUntil: '' },
    blocks: [blocks[0], { kind: 'heading', text: 'your allocation for friend' }],
  })
  expect(contentFor(content({ blocks }), { wines, 'kept until': 'Friday' })).toMatchObject({
    ...{ wines, keptUntil: 'Friday' },
    blocks: [blocks[0], { kind: 'wines' }, { kind: 'heading', text: 'your allocation for friend' }],
  })
  expect(blockSchema.parse({ kind: 'wines' })).toEqual({ kind: 'wines' })
})

test('lines of which nothing is left leave no gap', () => {
  const text = ' Dear {first name},\n{allocation} is yours.\nSee you soon.\n'
  const [block] = contentFor(content({ blocks: [{ kind: 'paragraph', text }] }), {}).blocks
  expect(block).toMatchObject({ text: 'Dear friend,\nSee you soon.' })
})

test('a button to the allocation is a purchase link, beside others too', () => {
  const own = { kind: 'button', text: 'Buy', target: 'allocation' } as const
  expect(hasPurchaseLink({ blocks: [button(1), own] })).toBe(true)
  expect(hasPurchaseLink({ blocks: [button(1)] })).toBe(false)
})

test('a new campaign begins with what most emails about a release hold', () => {
  expect(firstBlocks.map((block) => [block.kind, textOfBlock(block)])).toEqual([
    ...[
      ['picture', ''],
      ['heading', ''],
      ['paragraph', 'Dear {first name},'],
      ['wines', ''],
    ],
    ['button', 'See your allocation'],
  ])
  expect(hasPurchaseLink({ blocks: firstBlocks })).toBe(true)
})
