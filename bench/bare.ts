import { fork } from 'node:child_process'
import { once } from 'node:events'

import { ask } from './http.ts'

/** Bare `node:http` in a process of its own, to measure the shop beside. */
export type Bare = {
  /** Has it answer with the bytes of this page from now on. */
  answering(body: string): Promise<void>
  /** Asks it once. */
  ask(): Promise<unknown>
  end(): void
}

export function openBare(): Bare {
  const server = fork(new URL('bare-server.ts', import.meta.url))
  let port = 0
  return {
    async answering(body) {
      server.send({ type: 'text/html', body: Buffer.from(body).toString('base64') })
      ;[port] = (await once(server, 'message')) as [number]
    },
    ask: () => ask(`http://127.0.0.1:${port}/`),
    end: () => server.disconnect(),
  }
}
