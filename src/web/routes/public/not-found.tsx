import { data } from 'react-router'

import { paths } from '#web/paths.ts'

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return (
    <main id="content">
      <h1>Something's missing</h1>
      <a href={paths.home()}>Home</a>
    </main>
  )
}
