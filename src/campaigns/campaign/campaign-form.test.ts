import { expect, test } from 'vitest'

import { readCampaign } from './campaign-form.ts'
import type { Block } from './content.rules.ts'

const blocksOf = (fields: Record<string, string>): Block[] => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(`blocks.${name}`, value)
  return readCampaign(form).blocks
}

test('blocks are read in their order, as they were typed', () => {
  const blocks = blocksOf({
    '0.kind': 'heading',
    '0.text': 'The new release',
    '1.kind': 'picture',
    '1.picture': 'skyline',
    '1.text': 'The Andes',
    '2.kind': 'button',
    '2.target': 'orders',
    '2.text': 'To your orders',
    '3.kind': 'paragraph',
    '3.text': 'One line\r\nand another',
  })
  expect(blocks).toEqual([
    { kind: 'heading', text: 'The new release' },
    { kind: 'picture', picture: 'skyline', alt: 'The Andes' },
    { kind: 'button', text: 'To your orders', target: 'orders' },
    { kind: 'paragraph', text: 'One line\nand another' },
  ])
})

test('what is empty is as in a new block, and what there is not is left out', () => {
  const blocks = blocksOf({
    '0.kind': 'picture',
    '1.kind': 'button',
    '2.kind': 'picture',
    '2.picture': '../secret',
    '3.kind': 'script',
    '3.text': 'alert()',
  })
  expect(blocks).toEqual([
    { kind: 'picture', picture: 'bottle-malbec-2022', alt: '' },
    { kind: 'button', text: '', target: 'allocation' },
  ])
})

test.each([
  ['state', 'ZZ'],
  ['waveId', 'all'],
  ['clubLevel', '9'],
  ['ordered', 'maybe'],
  ['got', '1'],
])('an audience whose %s is %s is refused, not widened to everybody', (name, value) => {
  const form = new FormData()
  form.set('subject', 'The new release')
  expect(readCampaign(form).audience.withSubscribers).toBe(false)
  form.set(name, value)
  const refused = expect.objectContaining({ init: { status: 400, statusText: 'Bad Request' } })
  expect(() => readCampaign(form)).toThrow(refused)
})
