import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Caught = { body: string; signature: string; type: string; id: string }

export type WebhookCatcher = {
  url: string
  caught: Caught[]
  /** Status codes for the next deliveries; 200 when empty. */
  statuses: number[]
  /** Resolves once the condition is true; checked after each delivery. */
  until: (condition: (caught: Caught[]) => boolean) => Promise<void>
  close: () => Promise<void>
}

/** A webhook receiver for tests. */
export async function catchWebhooks(): Promise<WebhookCatcher> {
  const caught: Caught[] = []
  const statuses: number[] = []
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { type, id } = JSON.parse(body) as { type: string; id: string }
      caught.push({ body, signature: String(request.headers['stripe-signature']), type, id })
      response.writeHead(statuses.shift() ?? 200).end()
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`,
    caught,
    statuses,
    until: async (condition) => {
      while (!condition(caught)) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
