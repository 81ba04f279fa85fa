import { expect, test } from 'vitest'

import '#app/modules.server.ts'

import { sendRules } from './send-rules.ts'
import type { Email, EmailTransport, MailOutcome } from './transports/transport.ts'

const to = 'ana@customer.example'

/** Sends an email whose transport answers so. Returns what was taken of the address's allowance. */
async function takenBy(outcome: MailOutcome, kind = 'register'): Promise<string[]> {
  const taken: string[] = []
  const rules = sendRules({
    blockHeadless: false,
    blockList: [],
    allowance: {
      isLeft: async () => true,
      async take(address) {
        taken.push(address)
        return true
      },
      async putBack(address) {
        taken.splice(taken.indexOf(address), 1)
      },
    },
  })
  const result = { status: 200, text: '', outcome }
  const transport = { send: async () => result } as Partial<EmailTransport> as EmailTransport
  expect(await rules.send(transport, { kind, to } as Email)).toEqual(result)
  return taken
}

test.each([
  ['sent', [to]],
  // It may have arrived: else a stranger could have as many sent as connections break.
  ['unknown', [to]],
  ['later', []],
  ['refused', []],
  ['unreachable', []],
] as const)('an email with the result %s takes of the allowance %j', async (outcome, taken) => {
  expect(await takenBy(outcome)).toEqual(taken)
})

test('an email about an order takes nothing', async () => {
  expect(await takenBy('sent', 'order-confirmation')).toEqual([])
})
