import pg from 'pg'

/**
 * Makes a database of tests wait for no disk: after a crash of the machine it is lost, and a commit takes a fraction
 * of the time. Commits still write their log, without which a vacuum just after one marks no page as visible to all.
 */
export async function withoutDurability(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const setting of ['fsync', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
