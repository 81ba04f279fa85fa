import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'drizzle-orm'

import type { Database } from '#platform/database/connection.server.ts'
import { openLine, readLine } from '#waiting-room/line.store.server.ts'
import { headsOf } from '#waiting-room/places.store.server.ts'

const [shoppers, people] = [20, 200]

/**
 * Opens the line of the running shop, with 20 shoppers who are in and 200 people in line, who come in when
 * it is their turn and leave after some seconds. It takes about two minutes and writes nothing else.
 */
export async function tellOfRush(
  db: Database,
  _now: Date,
  progress: (line: string) => void,
): Promise<string> {
  if ((await readLine(db))?.line.isOpen)
    return 'The waiting line is open already: nothing is added.'
  const stays = sql`now() + make_interval(secs => 5 + random() * 10)`
  await db.transaction(async (tx) => {
    await openLine(tx, { why: 'shoppers', capacity: shoppers, fixedCapacity: shoppers })
    await tx.execute(sql`
      insert into waiting_places (key, entered_at, until)
      select 'b:demo ' || number, now(), ${stays} from generate_series(1, ${shoppers}) as number`)
    await tx.execute(sql`
      insert into waiting_places (key, ticket, place)
      select 'n:demo ' || number, number, number from generate_series(1, ${people}) as number`)
    await tx.execute(sql`update waiting_line set issued = ${people}`)
  })
  for (let second = 0; second < 240; second++) {
    await db.execute(sql`
      update waiting_places set entered_at = now(), until = ${stays}
      where key like 'n:demo %' and turn_at is not null and entered_at is null`)
    const { waiting, inside } = await headsOf(db)
    if (second % 10 === 0) progress(`${waiting} in line, ${inside} shoppers in`)
    if (waiting + inside === 0 || !(await readLine(db))?.line.isOpen) break
    await pause(1_000)
  }
  return 'The rush is over.'
}
