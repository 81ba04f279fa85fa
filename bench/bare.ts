import { fork } from 'node:child_process'
import { once } from 'node:events'

import { send } from './http.ts'

/** Bare `node:http` in a separate process, the baseline for the shop. */
export type Bare = {
  /** Sets the bytes of its responses; resolves to its address. */
  respondWith(body: string | Buffer, type?: string): Promise<string>
  /** Sends one request. */
  send(): Promise<unknown>
  end(): void
}

export function openBare(): Bare {
  const server = fork(new URL('bare-server.ts', import.meta.url))
  let address = ''
  return {
    async respondWith(body, type = 'text/html') {
      server.send({ type, body: Buffer.from(body).toString('base64') })
      const [port] = (await once(server, 'message')) as [number]
      address = `http://127.0.0.1:${port}/`
      return address
    },
    send: () => send(address),
    end: () => server.disconnect(),
  }
}
