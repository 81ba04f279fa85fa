import { isRouteErrorResponse } from 'react-router'

import { paths } from '#web/paths.ts'

/** The page for what went wrong: nothing of its inside, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main>
      <h1>{status === 403 ? 'This room is for staff' : 'Something went wrong'}</h1>
      <p>
        <a href={paths.home()}>Back to the house</a>
      </p>
    </main>
  )
}
