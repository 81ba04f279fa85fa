import { and, asc, eq, getTableColumns, gt, lte, sql } from 'drizzle-orm'

import type { Client } from '#domain/client.ts'

import { clientById } from './client-records.ts'
import type { Queryable, Transaction } from './connection.server.ts'
import { deletedClients, mailingListClients as clients } from './schema/people.ts'
import { isUuid } from './uuid.ts'

export type DeletedClient = Pick<typeof deletedClients.$inferSelect, 'id' | 'label' | 'eraseAt'>

/** Columns as the database knows them, but for those it fills in itself. */
const kept = sql.raw(
  Object.values(getTableColumns(clients))
    .filter((column) => !column.generated)
    .map((column) => `"${column.name}"`)
    .join(', '),
)

/** Takes a client out of everything, to be put back until that moment. Null when there is none. */
export async function setClientAside(
  tx: Transaction,
  id: string,
  { by, eraseAt }: { by: string; eraseAt: Date },
): Promise<Client | null> {
  if (!isUuid(id)) return null
  await tx.execute(sql`select from ${clients} where id = ${id} for update`)
  const client = await clientById(tx, id)
  if (!client) return null
  await tx.execute(sql`
    with gone as (delete from ${clients} where id = ${id} returning *)
    insert into ${deletedClients} (id, label, record, deleted_by, erase_at)
    select id, ${labelOf(client)}, to_jsonb(gone), ${by}, ${eraseAt.toISOString()} from gone`)
  return client
}

const labelOf = ({ fields }: Client) => fields.fullname || fields.email

/**
 * Puts a client back as they were. `joined-again` when somebody has joined with their email since:
 * that one stays, and the time to undo goes on running for the other.
 */
export async function putClientBack(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<Client | 'too-late' | 'joined-again'> {
  if (!isUuid(id)) return 'too-late'
  const [waiting] = await tx
    .select({ id: deletedClients.id })
    .from(deletedClients)
    .where(and(eq(deletedClients.id, id), gt(deletedClients.eraseAt, now)))
    .for('update')
  if (!waiting) return 'too-late'
  const back = await tx.execute(sql`
    insert into ${clients} (${kept})
    select ${kept} from jsonb_populate_record(null::${clients},
      (select record from ${deletedClients} where id = ${id}))
    on conflict (email) do nothing`)
  if (back.rowCount === 0) return 'joined-again'
  await tx.delete(deletedClients).where(eq(deletedClients.id, id))
  return (await clientById(tx, id))!
}

/** Whom somebody deleted and may still put back, oldest first. */
export async function deletedClientsOf(
  db: Queryable,
  staffId: string,
  now: Date,
): Promise<DeletedClient[]> {
  const { id, label, eraseAt } = deletedClients
  return db
    .select({ id, label, eraseAt })
    .from(deletedClients)
    .where(and(eq(deletedClients.deletedBy, staffId), gt(eraseAt, now)))
    .orderBy(asc(eraseAt))
}

/** Erases those whose time to be put back is over. */
export async function eraseDeletedClients(db: Queryable, now: Date): Promise<number> {
  const erased = await db.delete(deletedClients).where(lte(deletedClients.eraseAt, now))
  return erased.rowCount ?? 0
}
