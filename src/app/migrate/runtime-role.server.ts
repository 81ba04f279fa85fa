import type pg from 'pg'

/**
 * Grants a role what the shop needs on a migrated database: to read and write rows, but not to change
 * tables, nor to update or delete rows of append-only tables. Run by the owner after each migration.
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
      revoke insert, update, delete, truncate
        on compliance_records, compliance_events, compliance_people from ${name};
      revoke delete, truncate on state_rules from ${name};
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

/** Graphile Worker enables row-level security, which hides its jobs from every role but their owner. */
async function tablesWithRowSecurity(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select quote_ident(relname) as table from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  return rows.map(({ table }) => table)
}
