import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { LiveName } from './lists.ts'
import { liveActions } from './lists.ts'

/** The channel on which the triggers of each list's tables send the list's name. */
export const listChannel = 'list_changes'

export type ListChanges = {
  /** Calls back when the list has changed, or may have, until the returned function is called. */
  watch(list: LiveName, onChange: () => void): () => void
  /** Stops listening for good. */
  close(): Promise<void>
}

/** Between attempts to reconnect, and between checks that the connection works; in milliseconds. */
const reconnectAfter = 1_000
const checkEvery = 30_000

const names = Object.keys(liveActions) as LiveName[]

/**
 * Listens to the database on one connection of its own, opened for the first watcher and reopened
 * when it breaks. All watchers are called once it is open: what changed before is unknown.
 */
export function listenToListChanges(databaseUrl: string): ListChanges {
  const watchers = new Map<LiveName, Set<() => void>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  const notify = (lists: readonly LiveName[]) => {
    for (const list of lists) for (const onChange of watchers.get(list) ?? []) onChange()
  }

  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await listenOnce(databaseUrl, closing.signal, {
          onOpen: () => notify(names),
          onChange: (list) => notify([list]),
        })
      } catch {
        // While the database is away, the users of the pool report it.
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

type Listener = { onOpen(): void; onChange(list: LiveName): void }

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
    const list = names.find((name) => name === payload)
    if (list) listener.onChange(list)
  })
  let checking: ReturnType<typeof setInterval> | undefined
  try {
    await client.connect()
    await client.query(`listen ${listChannel}`)
    listener.onOpen()
    // A connection that broke silently responds to no query.
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
