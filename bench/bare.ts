import { fork } from 'node:child_process'
import { once } from 'node:events'

import { ask } from './http.ts'

/** Bare `node:http` in a process of its own, to measure the shop beside. */
export type Bare = {
  /** Has it answer with these bytes, such as of a page, from now on; resolves to its address. */
  answering(body: string | Buffer, type?: string): Promise<string>
  /** Asks it once. */
  ask(): Promise<unknown>
  end(): void
}

export function openBare(): Bare {
  const server = fork(new URL('bare-server.ts', import.meta.url))
  let address = ''
  return {
    async answering(body, type = 'text/html') {
      server.send({ type, body: Buffer.from(body).toString('base64') })
      const [port] = (await once(server, 'message')) as [number]
      address = `http://127.0.0.1:${port}/`
      return address
    },
    ask: () => ask(address),
    end: () => server.disconnect(),
  }
}
