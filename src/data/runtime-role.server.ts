import type pg from 'pg'

/**
 * Grants a role what the shop needs on a migrated database, without ownership: it reads and writes rows,
 * and can neither change tables nor edit or delete entries of the audit log, the consent ledger and
 * events of shipments. Run by the owner after
 * each migration.
 */
export async function grantRuntimeRole(client: pg.ClientBase, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const schemas = 'public, graphile_worker'
  await client.query('begin')
  try {
    await client.query(`
      grant usage on schema ${schemas}, drizzle to ${name};
      grant select on all tables in schema drizzle to ${name};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${name};
      grant usage, select on all sequences in schema ${schemas} to ${name};
      grant execute on all functions in schema ${schemas} to ${name};
      revoke update, delete, truncate on request_answers from ${name};
      revoke update, delete, truncate on provider_movements from ${name};
      revoke update, delete, truncate on audit_log, shipment_events, consents from ${name};
    `)
    for (const table of await tablesWithRowSecurity(client)) {
      await client.query(`
        drop policy if exists runtime on graphile_worker.${table};
        create policy runtime on graphile_worker.${table} to ${name} using (true) with check (true);
      `)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Graphile Worker turns row-level security on, which hides its jobs from all but their owner. */
async function tablesWithRowSecurity(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select quote_ident(relname) as table from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  return rows.map(({ table }) => table)
}
