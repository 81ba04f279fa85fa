import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Caught = { body: string; signature: string; type: string; id: string }

export type WebhookCatcher = {
  url: string
  caught: Caught[]
  /** What the next deliveries are answered with; 200 when there is nothing left. */
  answers: number[]
  /** Resolves once the condition holds, looked at after each delivery. */
  until: (condition: (caught: Caught[]) => boolean) => Promise<void>
  close: () => Promise<void>
}

/** A shop's webhook address, for tests. */
export async function catchWebhooks(): Promise<WebhookCatcher> {
  const caught: Caught[] = []
  const answers: number[] = []
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { type, id } = JSON.parse(body) as { type: string; id: string }
      caught.push({ body, signature: String(request.headers['stripe-signature']), type, id })
      response.writeHead(answers.shift() ?? 200).end()
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`,
    caught,
    answers,
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
