import { useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { adminCopy } from './admin.copy.ts'
import { Wordmark } from '../layout/wordmark.tsx'
import { paths } from '../http/paths.rules.ts'
import { useAlert } from '#ui/alerts.tsx'

import styles from './admin-bar.module.css'
import { useParts } from '../access/use-may.ts'

/**
 * All, Users and Joined as specified, and log out; the other pages in a second row. On a small
 * screen that row is a menu, a popover, which opens without a script too.
 */
export function AdminBar() {
  const menu = useRef<HTMLElement>(null)
  const parts = useParts()
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
          {parts
            .filter(({ isInBar }) => isInBar)
            .map((part) => (
              <NavItem key={part.page} part={part} />
            ))}
        </ul>
      </nav>
      <form method="post" action={paths.logout()}>
        <button className={styles.entry}>{adminCopy.logOut}</button>
      </form>
      <button type="button" className={styles.opener} popoverTarget="admin-menu">
        {adminCopy.menu}
      </button>
      <nav
        ref={menu}
        id="admin-menu"
        popover="auto"
        className={styles.more}
        aria-label={adminCopy.menu}
      >
        <ul className={styles.group}>
          {parts
            .filter(({ isInBar }) => !isInBar)
            .map((part) => (
              <NavItem key={part.page} part={part} onFollow={() => menu.current?.hidePopover?.()} />
            ))}
        </ul>
      </nav>
    </header>
  )
}

type NavProps = { part: ReturnType<typeof useParts>[number]; onFollow?: () => void }

function NavItem({ part: { title, page, opened }, onFollow }: NavProps) {
  const { pathname } = useLocation()
  const current = pathname === page ? 'page' : pathname.startsWith(`${page}/`) ? 'true' : undefined
  return (
    <li>
      <Link to={opened} className={styles.entry} aria-current={current} onClick={onFollow}>
        {title}
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
