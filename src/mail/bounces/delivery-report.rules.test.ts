import { expect, test } from 'vitest'

import { aBounce } from '#tests/harness/bounce.ts'

import { readBounce } from './delivery-report.rules.ts'

test('a delivery status notification has the Message-ID, the recipient and the status', () => {
  expect(readBounce(aBounce('m1@shop.example', 'Ana@Example.com'))).toEqual({
    messageId: 'm1@shop.example',
    reports: [{ recipient: 'ana@example.com', action: 'failed', status: '5.1.1' }],
  })
})

test.each(['', 'Subject: I am away\r\n\r\nBack on Monday.', 'Content-Type: multipart/report'])(
  'another message is none: %j',
  (text) => {
    expect(readBounce(text)).toBeNull()
  },
)

const bounce = aBounce('m1@shop.example', 'ana@example.com')

test.each([
  ['without a boundary', bounce.replace('boundary="b1"', '')],
  ['without a status', bounce.replace('message/delivery-status', 'text/plain')],
  ['without the email that it returns', bounce.replace('text/rfc822-headers', 'text/plain')],
  ['without its Message-ID', bounce.replace('Message-ID', 'X-ID')],
  ['without a recipient', bounce.replace('Final-Recipient', 'Original-Recipient')],
  ['with a NUL', `${bounce}\0`],
])('a notification %s is none', (_what, text) => {
  expect(readBounce(text)).toBeNull()
})

test('several recipients have a report each, of other notations too', () => {
  const second = 'Final-Recipient: RFC822;\r\n <Eva@Example.com>\r\nACTION: Delayed\r\nStatus: x'
  const text = bounce
    .replace('boundary="b1"', 'boundary=b1')
    .replace('text/rfc822-headers', 'message/rfc822')
    .replace(' mailbox\r\n', ` mailbox\r\n\r\n${second}\r\n`)
  expect(readBounce(text)).toEqual({
    messageId: 'm1@shop.example',
    reports: [
      { recipient: 'ana@example.com', action: 'failed', status: '5.1.1' },
      { recipient: 'eva@example.com', action: 'delayed', status: '' },
    ],
  })
})

test('spaces around a field do not belong to it', () => {
  const text = bounce
    .replace('Action: failed', 'Action: \t failed \t ')
    .replace('<m1@shop.example>', ' <m1@shop.example> ')
  expect(readBounce(text)).toMatchObject({
    messageId: 'm1@shop.example',
    reports: [{ action: 'failed' }],
  })
})

const type = 'Content-Type: multipart/report; report-type=delivery-status;\r\n  boundary="'
const statusType = 'Content-Type: message/delivery-status'
/** The message with so many characters before the end of a text, counted from the start of its part. */
function padded(end: string, to: number) {
  const at = bounce.indexOf(end)
  const start = bounce.lastIndexOf('--b1', at) + 1 && bounce.lastIndexOf('--b1', at) + '--b1'.length
  const missing = to - (at - start) - end.length - 'X: \r\n'.length
  return `${bounce.slice(0, at)}X: ${'x'.repeat(missing)}\r\n${bounce.slice(at)}`
}

test.each([
  ['the boundary, within 20,000 characters', padded(type, 19_999), true],
  ['the boundary, after 20,000 characters', padded(type, 20_000), false],
  ['the type of a part, within 2,000 characters', padded(statusType, 2_000), true],
  ['the type of a part, after 2,000 characters', padded(statusType, 2_001), false],
  ['the boundary, in the first line', bounce.slice(bounce.indexOf('Content-Type')), true],
])('is looked for: %s', (_what, text, isFound) => {
  expect(readBounce(text) !== null).toBe(isFound)
})

test.each([
  ['the first part may be the status', bounce.replace(/--b1[^]*?(?=--b1)/, ''), true],
  [
    'the head is no part',
    `${statusType}\r\nFinal-Recipient: ana@example.com\r\n${bounce.replace('message/delivery-status', 'text/plain')}`,
    false,
  ],
  [
    'a boundary that is not said is none',
    bounce.replaceAll('b1', 'undefined').replace('boundary="undefined"', ''),
    false,
  ],
])('of the parts: %s', (_what, text, isRead) => {
  expect(readBounce(text) !== null).toBe(isRead)
})

test('the Message-ID is of the email that returns, not of the part it returns in', () => {
  const text = bounce.replace(
    'text/rfc822-headers',
    'text/rfc822-headers\r\nMessage-ID: <part@mx.example>',
  )
  expect(readBounce(text)!.messageId).toBe('m1@shop.example')
})
