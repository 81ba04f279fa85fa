import { clientById } from '#data/client-records.ts'
import { may } from '#domain/access.ts'
import type { AuditEntry } from '#domain/audit.ts'
import type { Client } from '#domain/client.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'
import { logOf } from './record-log.ts'

export type ViewedClient =
  | { ok: true; client: Client; log: AuditEntry[] }
  | { ok: false; reason: 'not-staff' | 'gone' }

/** A client of the mailing list with what staff did to the record lately. Only for staff. */
export async function viewClient({ db }: Parts, viewer: Staff, id: string): Promise<ViewedClient> {
  if (!may(viewer.role, 'edit-clients')) return { ok: false, reason: 'not-staff' }
  const [client, log] = await Promise.all([clientById(db, id), logOf(db, 'client', id)])
  return client ? { ok: true, client, log } : { ok: false, reason: 'gone' }
}
