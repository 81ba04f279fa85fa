import { Outlet, useMatches } from 'react-router'

import { ErrorPage } from '#web/components/error-page.tsx'
import { PublicShell } from '#web/components/public-shell.tsx'

import type { Route } from './+types/public-layout'

/** Routes whose page begins with a picture say `handle = { barOverPicture: true }`. */
type Handle = { barOverPicture?: boolean } | undefined

export default function PublicLayout() {
  const over = useMatches().some((match) => (match.handle as Handle)?.barOverPicture)
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
