import { spawn } from 'node:child_process'

import type { Rolldown } from 'vite'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { queueMails, requeueStaleMails } from '#mail/mails.store.server.ts'
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { startMailServer } from '#tests/harness/mail-server.ts'
import { openOutbox, outboxStates } from '#tests/harness/outbox.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { samples } from '../emails/samples.ts'

let db: Database
let url: string
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, url, close } = await openTestDatabase())
})
afterAll(() => close())

/** `delivery-process.ts` as one script: emails are TSX, which Node does not run. */
async function deliveryScript(): Promise<string> {
  const bundle = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      ssr: 'tests/harness/delivery-process.ts',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return bundle.output[0].code
}

test('a process killed while sending loses no email, and only what it had claimed is repeated, marked', async () => {
  const release = Promise.withResolvers<void>()
  let held = 0
  const server = await startMailServer({
    waitFor() {
      held++
      return release.promise
    },
  })
  const outgoing = Array.from({ length: 20 }, (_, index) => ({
    kind: 'register' as const,
    recipient: `person-${index}@customer.example`,
    props: samples.register,
  }))
  await queueMails(db, outgoing)

  const child = spawn(process.execPath, ['--input-type=module', '-', url, server.url], {
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  child.stdin!.end(await deliveryScript())
  const ended = new Promise((done) => child.on('exit', done))
  await Promise.race([
    vi.waitFor(() => expect(held).toBe(4), { timeout: 100_000 }),
    ended.then((code) => expect.fail(`it ended by itself, with ${code}`)),
  ])
  child.kill('SIGKILL')
  await ended
  expect(await outboxStates(db)).toEqual({ queued: 16, sending: 4 })

  release.resolve()
  expect(await requeueStaleMails(db, 0)).toBe(4)
  const transport = smtpTransport({ url: server.url })
  const pump = openOutbox(db, transport)
  await vi.waitFor(async () => expect(await outboxStates(db)).toEqual({ sent: 20 }), {
    timeout: 100_000,
  })
  await pump.stop()
  transport.close()
  await server.stop()

  const arrivals = Map.groupBy(server.raw, (raw) => /^Message-ID: (\S+)/im.exec(raw)![1]!)
  expect(arrivals.size).toBe(20)
  const isMarked = (raw: string) => /^X-Kohue-Repeat: 1\r?$/m.test(raw)
  const repeated = [...arrivals.values()].filter((copies) => copies.length > 1)
  expect(repeated).toHaveLength(4)
  for (const copies of repeated) expect(copies.map(isMarked)).toEqual([false, true])
  expect(server.raw.filter(isMarked)).toHaveLength(4)
})
