import { isRouteErrorResponse, useLocation } from 'react-router'

import { Alerts } from '#ui/alerts.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'

import { useParts } from '../access/use-may.ts'
import { paths } from '../http/paths.rules.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { errorCopy } from '../layout/errors.copy.ts'
import { isUnreached } from '../layout/network-error.tsx'
import { useSiteSettings } from '../layout/use-site-settings.ts'
import { AdminPage } from './admin-page.tsx'
import { AdminShell } from './admin-shell.tsx'
import { adminErrorCopy as copy, adminErrorWords } from './admin.copy.ts'
import { partOf } from './parts.rules.ts'

/** The error page of the admin; others than staff see the shop's own. */
export function AdminError({ error }: { error: unknown }) {
  const site = useSiteSettings()
  const { pathname, search } = useLocation()
  // The list that a record's address stands below.
  const list = partOf(useParts(), pathname)?.page
  const backTo = list && list !== pathname ? list : paths.admin()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (site?.viewer?.role !== 'staff') return <ErrorPage error={error} />
  const isAway = isUnreached(error)
  const words = isAway ? errorCopy.unreached : adminErrorWords(status)
  return (
    <Alerts>
      <AdminShell>
        <title>{`${words.title} · ${site.site.title}`}</title>
        <AdminPage title={words.title}>
          <div className={stack(3, { width: 44, text: 'sans' })}>
            <p>{words.text}</p>
            <p className={cluster(2)}>
              {status >= 500 && <ButtonLink href={pathname + search}>{errorCopy.again}</ButtonLink>}
              <ButtonLink href={backTo} kind="secondary">
                {backTo === paths.admin() ? copy.toStart : copy.back}
              </ButtonLink>
            </p>
            {status >= 500 && !isAway && (
              <p>
                {errorCopy.requestId} <code>{site.requestId}</code>
              </p>
            )}
          </div>
        </AdminPage>
      </AdminShell>
    </Alerts>
  )
}
