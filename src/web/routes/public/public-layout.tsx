import { Outlet, useMatches } from 'react-router'

import { PublicShell } from '#web/components/public-shell.tsx'

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
