import { useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { adminCopy } from '#domain/copy/admin.ts'
import { Wordmark } from '#web/components/layout/wordmark.tsx'
import { paths } from '#domain/paths.ts'
import { useAlert } from '#web/ui/alerts.tsx'

import styles from './admin-bar.module.css'
import type { AdminLink } from './admin-navigation.ts'
import { useMayOpen } from './use-may.ts'
import { lists, morePages } from './admin-navigation.ts'

/**
 * All, Users and Joined as specified, and log out; the other pages in a second row. On a small
 * screen that row is a menu, a popover, which opens without a script too.
 */
export function AdminBar() {
  const menu = useRef<HTMLElement>(null)
  const mayOpen = useMayOpen()
  const isOpen = ({ href }: AdminLink) => mayOpen(href)
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
          {lists.filter(isOpen).map((link) => (
            <NavItem key={link.href} {...link} />
          ))}
        </ul>
      </nav>
      <form method="post" action={paths.logout()} className={styles.out}>
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
          {morePages.filter(isOpen).map((link) => (
            <NavItem key={link.href} {...link} onFollow={() => menu.current?.hidePopover?.()} />
          ))}
        </ul>
      </nav>
    </header>
  )
}

function NavItem({ label, href, onFollow }: AdminLink & { onFollow?: () => void }) {
  const { pathname } = useLocation()
  const [page] = href.split('?', 1)
  const current = pathname === page ? 'page' : pathname.startsWith(`${page}/`) ? 'true' : undefined
  return (
    <li>
      <Link to={href} className={styles.entry} aria-current={current} onClick={onFollow}>
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
