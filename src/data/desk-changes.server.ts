import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

/** Lists that tell when what they show has changed, and the channel they tell it on. */
export const liveLists = {
  joined: 'desk_mailing_list_clients',
  users: 'desk_users',
} as const

export type LiveList = keyof typeof liveLists

export type DeskChanges = {
  /** Calls back when the list has changed, or may have: until the answer is called. */
  watch(list: LiveList, onChange: () => void): () => void
  /** Stops listening, for good. */
  close(): Promise<void>
}

/** Between tries to listen again, and between looks whether the line is alive; in milliseconds. */
const tryAgainAfter = 1_000
const lookEvery = 30_000

/**
 * Listens to the database on one connection of its own, opened when somebody first watches. A line
 * that broke is opened again. Everybody is told once it is open: nobody knows what was missed before.
 */
export function listenToDesk(databaseUrl: string): DeskChanges {
  const watchers = new Map<LiveList, Set<() => void>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  const tell = (lists: readonly LiveList[]) => {
    for (const list of lists) for (const onChange of watchers.get(list) ?? []) onChange()
  }

  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await listenOnce(databaseUrl, closing.signal, {
          onOpen: () => tell(Object.keys(liveLists) as LiveList[]),
          onChange: (list) => tell([list]),
        })
      } catch {
        // The database is away; the pool's users say so.
      }
      await pause(tryAgainAfter, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    watch(list, onChange) {
      listening ??= listen()
      const mine = watchers.get(list) ?? new Set()
      watchers.set(list, mine.add(onChange))
      return () => mine.delete(onChange)
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}

type Ears = { onOpen(): void; onChange(list: LiveList): void }

/** Listens until the line breaks or it is told to stop. */
async function listenOnce(databaseUrl: string, until: AbortSignal, ears: Ears): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'kohue desk',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  const over = new Promise<void>((done) => {
    client.on('error', () => done())
    client.on('end', () => done())
    until.addEventListener('abort', () => done())
  })
  client.on('notification', ({ channel }) => {
    for (const [list, its] of Object.entries(liveLists)) {
      if (its === channel) ears.onChange(list as LiveList)
    }
  })
  let look: ReturnType<typeof setInterval> | undefined
  try {
    await client.connect()
    await client.query(
      Object.values(liveLists)
        .map((channel) => `listen ${channel}`)
        .join('; '),
    )
    ears.onOpen()
    // A line that broke without a word answers nothing.
    look = setInterval(() => void client.query('select 1').catch(() => client.end()), lookEvery)
    await over
  } finally {
    clearInterval(look)
    await client.end().catch(() => {})
  }
}
