import { Outlet } from 'react-router'

import { DeskNotice } from '#web/components/admin/desk-notice.tsx'
import { DeskShell } from '#web/components/admin/desk-shell.tsx'
import { ErrorPage } from '#web/components/error-page.tsx'
import { UnreachedAlert, stayIfUnreached } from '#web/components/unreached.tsx'
import { requireStaff } from '#web/guards.ts'
import { Alerts } from '#web/ui/alerts.tsx'

import type { Route } from './+types/desk'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayIfUnreached]

/** The staff's rooms: their bar, and nothing that anybody else may see. */
export default function Desk() {
  return (
    <Alerts>
      <UnreachedAlert />
      <DeskShell>
        <DeskNotice />
        <Outlet />
      </DeskShell>
    </Alerts>
  )
}

/** Below the root, whose loader a failed action would otherwise skip. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
