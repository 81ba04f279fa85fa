import { Link, useLocation } from 'react-router'

import { adminCopy } from '#domain/copy/admin.ts'
import { Wordmark } from '#web/components/layout/wordmark.tsx'
import { paths } from '#domain/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'

import styles from './admin-bar.module.css'
import type { AdminLink } from './admin-navigation.ts'
import { lists, morePages } from './admin-navigation.ts'

/** All, Users, Joined; then the other admin pages; log out. */
export function AdminBar() {
  return (
    <header className={styles.bar} data-paper="dark" data-print="no">
      <a href={paths.home()} className={styles.logo} aria-label="Kohue, home">
        <Wordmark aria-hidden="true" />
      </a>
      <nav className={styles.nav} aria-label={adminCopy.nav}>
        <ul className={styles.group}>
          <li>
            <All />
          </li>
          {lists.map((place) => (
            <Place key={place.href} {...place} />
          ))}
        </ul>
        {morePages.length > 0 && (
          <ul className={styles.group}>
            {morePages.map((place) => (
              <Place key={place.href} {...place} />
            ))}
          </ul>
        )}
      </nav>
      <form method="post" action={paths.logout()} className={styles.out}>
        <button className={styles.entry}>{adminCopy.logOut}</button>
      </form>
    </header>
  )
}

function Place({ label, href }: AdminLink) {
  const { pathname } = useLocation()
  const isHere = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined
  return (
    <li>
      <Link to={href} className={styles.entry} aria-current={isHere}>
        {label}
      </Link>
    </li>
  )
}

function All() {
  const alert = useAlert()
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action={paths.admin()}
      onSubmit={(event) => {
        event.preventDefault()
        alert(adminCopy.allNotWorking)
      }}
    >
      <input type="hidden" name="to" value={pathname + search} />
      <button className={styles.entry}>{adminCopy.all}</button>
    </form>
  )
}
