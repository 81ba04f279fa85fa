import { Outlet, useMatches } from 'react-router'

import type { Handle } from '#platform/http/handle.ts'
import { ErrorPage } from '#platform/layout/error-page.tsx'
import { PublicShell } from '#platform/layout/public-shell.tsx'

import type { Route } from './+types/public-layout.page'

export default function PublicLayout() {
  const over = useMatches().some((match) => (match.handle as Handle | undefined)?.barOverPicture)
  return (
    <PublicShell over={over}>
      <Outlet />
    </PublicShell>
  )
}

/** Below the root, whose loader a failed form would otherwise skip: the gate and the number need it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
