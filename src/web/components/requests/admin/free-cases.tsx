import { Link } from 'react-router'

import { adminRequestsCopy as copy } from '#domain/copy/admin-requests.ts'
import { paths } from '#domain/paths.ts'
import type { RequestedWine } from '#use-cases/requests/requested-wines.ts'

import styles from './requests.module.css'

/** How many cases of each wine that is asked for could be granted. */
export function FreeCases({ wines }: { wines: readonly RequestedWine[] }) {
  if (wines.length === 0) return null
  return (
    <ul className={styles.free}>
      {wines.map(({ id, title, free }) => (
        <li key={id}>
          <Link to={paths.requestQueue(id)}>{copy.free(title, free)}</Link>
        </li>
      ))}
    </ul>
  )
}
