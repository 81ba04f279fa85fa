import { and, asc, eq, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { maxSavedAnswers } from './request.rules.ts'
import { savedAnswers } from './tables.ts'

/** Saved texts for declining requests, by name. */
export const savedAnswersNow = (db: Queryable) =>
  db
    .select({ id: savedAnswers.id, name: savedAnswers.name, text: savedAnswers.text })
    .from(savedAnswers)
    .orderBy(asc(savedAnswers.name))

/** Saves a text under a name. False when another text has the name, or there are `maxSavedAnswers`. */
export async function saveAnswer(
  db: Queryable,
  { name, text }: { name: string; text: string },
): Promise<boolean> {
  const result = await db.execute(sql`
    insert into ${savedAnswers} (name, text)
    select ${name}, ${text} where (select count(*) from ${savedAnswers} where name <> ${name})
      < ${maxSavedAnswers}
    on conflict (name) do update set text = excluded.text where saved_answers.text = excluded.text`)
  return (result.rowCount ?? 0) > 0
}

/** Changes a text from what it was. Returns its name, or null where it is another by now, or gone. */
export async function changeAnswer(
  db: Queryable,
  { id, was, text }: { id: string; was: string; text: string },
): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .update(savedAnswers)
    .set({ text })
    // An earlier version saved line breaks as they were sent, as CRLF without script.
    .where(and(eq(savedAnswers.id, id), sql`replace(${savedAnswers.text}, chr(13), '') = ${was}`))
    .returning({ name: savedAnswers.name })
  return row?.name ?? null
}

/** Deletes a text. Returns its name, or null when there is none. */
export async function removeAnswer(db: Queryable, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .delete(savedAnswers)
    .where(eq(savedAnswers.id, id))
    .returning({ name: savedAnswers.name })
  return row?.name ?? null
}
