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
