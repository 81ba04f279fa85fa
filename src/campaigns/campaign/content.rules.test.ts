import { describe, expect, test } from 'vitest'

import { proposedStart } from './campaign.rules.ts'
import type { CampaignContent } from './content.rules.ts'
import { contentErrors, contentFor, unknownPlaceholder } from './content.rules.ts'

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
    const subject = '{allocation} {is|are} kept for you'
    expect(contentFor(content({ subject }), {}).subject).toBe('your allocation is kept for you')
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

test('2,000 emails at 600 a minute begin nine minutes before the hour', () => {
  const opening = new Date('2027-03-12T17:00:00Z')
  expect(proposedStart(opening, 2_000, 600)).toEqual(new Date('2027-03-12T16:51:00Z'))
})
