import { actionName } from '#domain/copy/audit-log.ts'
import { ownStaffDataCopy as copy } from '#domain/copy/own-staff-data.ts'
import { paths } from '#domain/paths.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { ShopMoment } from '#web/components/dates.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { DataTable } from '#web/ui/data-table.tsx'

import type { Route } from './+types/you'
import styles from './you.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const own = await context.get(shopContext).viewOwnStaffData(viewer, request.headers)
  if (!own) throw httpError(403)
  return { ...own, email: viewer.email }
}

/** What a staff member can know of themselves, whatever their duties. */
export default function You({
  loaderData: { email, sessions, entries, most },
}: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title} summary={email}>
      <section className={styles.part} aria-labelledby="sessions">
        <h2 id="sessions">{copy.sessions}</h2>
        <DataTable label={copy.sessions} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.device}</th>
              <th scope="col">{copy.signedIn}</th>
              <th scope="col">{copy.lastUsed}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ id, device, signedInAt, lastUsedAt, isThisOne }) => (
              <tr key={id}>
                <th scope="row" data-label={copy.device}>
                  {device}
                  {isThisOne && ` (${copy.thisOne})`}
                </th>
                <td data-label={copy.signedIn}>
                  <ShopMoment at={signedInAt} />
                </td>
                <td data-label={copy.lastUsed}>
                  <ShopMoment at={lastUsedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
        <p>
          <a href={paths.security()}>{copy.end}</a>
        </p>
      </section>
      <section className={styles.part} aria-labelledby="own-log">
        <h2 id="own-log">{copy.log}</h2>
        {entries.length === 0 ? (
          <p>{copy.none}</p>
        ) : (
          <>
            <p>{copy.logHint(most)}</p>
            <DataTable label={copy.log} stacked>
              <thead>
                <tr>
                  <th scope="col">{copy.at}</th>
                  <th scope="col">{copy.action}</th>
                </tr>
              </thead>
              <tbody>
                {entries.map(({ at, action }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- entries have no id here, and only grow
                  <tr key={index}>
                    <td data-label={copy.at}>
                      <ShopMoment at={at} />
                    </td>
                    <td data-label={copy.action}>{actionName(action)}</td>
                  </tr>
                ))}
              </tbody>
            </DataTable>
          </>
        )}
      </section>
    </AdminPage>
  )
}
