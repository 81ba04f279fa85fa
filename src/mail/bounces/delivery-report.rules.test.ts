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
