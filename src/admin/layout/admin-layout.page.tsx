import { Outlet, useLocation } from 'react-router'

import { AdminError } from '#platform/admin/admin-error.tsx'
import { AdminNotice } from '#platform/admin/admin-notice.tsx'
import { AdminShell } from '#platform/admin/admin-shell.tsx'
import { requireStaff } from '#platform/http/guards.ts'
import { NetworkErrorAlert, keepPageOnNetworkError } from '#platform/layout/network-error.tsx'
import { Working } from '#platform/list/working.tsx'
import { Alerts } from '#ui/alerts.tsx'

import type { Route } from './+types/admin-layout.page'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnNetworkError]

/** The frame of every admin page, behind the guard and the script that all of them need. */
export default function AdminLayout() {
  const { pathname } = useLocation()
  return (
    <Alerts>
      <NetworkErrorAlert />
      <Working />
      <AdminShell>
        <AdminNotice />
        {/* Another record has a page of its own: nothing that was typed of the last one stays in its fields. */}
        <Outlet key={pathname} />
      </AdminShell>
    </Alerts>
  )
}

/** Below the root, whose loader a failed action would otherwise skip. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />
}
