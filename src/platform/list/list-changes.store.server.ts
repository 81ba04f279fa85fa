import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

/** The channel of `notify` on which triggers send the name of a changed list. */
export const listChannel = 'list_changes'

export type ListChanges = {
  /** Calls `onChange` when the list has changed, or may have. Returns the function that ends this. */
  watch(list: string, onChange: () => void): () => void
  /** Stops listening for good. */
  close(): Promise<void>
}

/** Intervals between attempts to reconnect, and between checks of the connection; in milliseconds. */
const reconnectAfter = 1_000
const checkEvery = 30_000

/**
 * Listens for changes on one connection, opened for the first watcher and reopened when it breaks. All
 * watchers are called each time it opens, since earlier changes are unknown.
 */
export function listenToListChanges(databaseUrl: string): ListChanges {
  const watchers = new Map<string, Set<() => void>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  const notify = (lists: Iterable<string>) => {
    for (const list of lists) for (const onChange of watchers.get(list) ?? []) onChange()
  }

  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await listenOnce(databaseUrl, closing.signal, {
          onOpen: () => notify(watchers.keys()),
          onChange: (list) => notify([list]),
        })
      } catch {
        // An unavailable database is reported by the users of the pool.
      }
      await pause(reconnectAfter, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    watch(list, onChange) {
      listening ??= listen()
      const ofList = watchers.get(list) ?? new Set()
      watchers.set(list, ofList.add(onChange))
      return () => ofList.delete(onChange)
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}

type Listener = { onOpen(): void; onChange(list: string): void }

/** Listens until the connection breaks or the signal aborts. */
async function listenOnce(
  databaseUrl: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'kohue list changes',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  const over = new Promise<void>((done) => {
    client.on('error', () => done())
    client.on('end', () => done())
    signal.addEventListener('abort', () => done())
  })
  client.on('notification', ({ payload }) => {
    if (payload) listener.onChange(payload)
  })
  let checking: ReturnType<typeof setInterval> | undefined
  try {
    await client.connect()
    await client.query(`listen ${listChannel}`)
    listener.onOpen()
    // Detects a connection that broke without an event.
    checking = setInterval(
      () => void client.query('select 1').catch(() => client.end()),
      checkEvery,
    )
    await over
  } finally {
    clearInterval(checking)
    await client.end().catch(() => {})
  }
}
