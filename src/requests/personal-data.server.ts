import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { MergedPair, MovedByMerge, PersonalData } from '#platform/module/personal-data.ts'

import { maxRequestText } from './request.rules.ts'
import { answersTo, requestsOf } from './requests.store.server.ts'
import { requests } from './tables.ts'

declare module '#platform/module/personal-data.ts' {
  interface MovedByMerge {
    requests: string[]
    /** Open requests that both accounts had: the later one was withdrawn. */
    doubled: string[]
    /** Of these, the earlier ones whose text has the later one's after it: how long it was, and its version since. */
    joinedTexts?: { id: string; length: number; version: number }[]
  }
}

/** Requests with their answers. */
export const requestsPersonalData: PersonalData = {
  tables: {
    requests: { exported: true, erased: 'deleted', merged: 'moved' },
    request_answers: { exported: true, erased: 'deleted', merged: 'moved' },
  },
  exportUser: { requests: requestsWithAnswers },
  merge: moveRequests,
  async moveBack(tx, { from, into }, moved) {
    for (const { id, length, version } of moved.joinedTexts ?? []) {
      // One that was answered or written again since stays as it is.
      await tx
        .update(requests)
        .set({ text: sql`left(text, ${length}::int)`, version: sql`version + 1` })
        .where(and(eq(requests.id, id), eq(requests.version, version)))
    }
    await tx
      .update(requests)
      .set({ userId: from })
      .where(and(eq(requests.userId, into), inArray(requests.id, moved.requests)))
    await tx
      .update(requests)
      .set({ state: 'open', version: sql`version + 1` })
      .where(
        and(
          inArray(requests.id, moved.doubled),
          sql`not exists (
            select from ${requests} as other where other.user_id = ${requests.userId}
              and other.kind = ${requests.kind} and other.state = 'open'
              and coalesce(other.product_id, '') = coalesce(${requests.productId}, ''))`,
        ),
      )
  },
}

/**
 * Moves requests. Of two open ones for the same wine or kind the earlier one stays in the queue, with the texts of both
 * as far as they fit; that of a subscription is a choice.
 */
async function moveRequests(tx: Transaction, { from, into }: MergedPair) {
  await tx.execute(sql`
    select 1 from requests where user_id in (${from}::uuid, ${into}::uuid) order by id for update`)
  const doubled = await tx.execute<{ id: string; kept: string; text: string; kind: string }>(sql`
    update requests as later set state = 'withdrawn', version = later.version + 1
    from requests as earlier
    where later.state = 'open' and earlier.state = 'open' and later.kind = earlier.kind
      and coalesce(later.product_id, '') = coalesce(earlier.product_id, '')
      and (later.user_id, earlier.user_id) in
        ((${from}::uuid, ${into}::uuid), (${into}::uuid, ${from}::uuid))
      and (later.queued_at, later.id) > (earlier.queued_at, earlier.id)
    returning later.id, earlier.id as kept, later.text, later.kind`)
  const joinedTexts: NonNullable<MovedByMerge['joinedTexts']> = []
  for (const { kept, text, kind } of doubled.rows) {
    if (kind === 'subscription' || text === '') continue
    const joined = await tx.execute<(typeof joinedTexts)[number]>(sql`
      update requests as one set version = one.version + 1,
        text = left(concat_ws(E'\n\n', nullif(one.text, ''), ${text}::text), ${maxRequestText}::int)
      from requests as before
      where one.id = ${kept} and before.id = one.id and one.text <> ${text}
      returning one.id, length(before.text) as length, one.version`)
    joinedTexts.push(...joined.rows)
  }
  const moved = await tx
    .update(requests)
    .set({ userId: into })
    .where(eq(requests.userId, from))
    .returning({ id: requests.id })
  return {
    requests: moved.map(({ id }) => id),
    doubled: doubled.rows.map(({ id }) => id),
    joinedTexts,
  }
}

async function requestsWithAnswers(db: Queryable, userId: string) {
  const asked = await requestsOf(db, userId)
  const answers = await answersTo(
    db,
    asked.map(({ id }) => id),
  )
  return asked.map((request) => ({
    ...request,
    answers: answers
      .filter(({ requestId }) => requestId === request.id)
      .map(({ at, verdict, units, text, until }) => ({ at, verdict, units, text, until })),
  }))
}
