import { useEffect, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'

import { useAlert } from '#ui/alerts.tsx'
import { classes } from '#ui/classes.ts'

import { useParts } from '../access/use-may.ts'
import { paths } from '../http/paths.rules.ts'
import { Wordmark } from '../layout/wordmark.tsx'
import { adminCopy } from './admin.copy.ts'
import type { PartGroup } from './parts.rules.ts'
import { partGroups, partOf } from './parts.rules.ts'

import nav from '#ui/nav-link.module.css'
import bar from '../layout/bar.module.css'
import styles from './admin-bar.module.css'

const entryLook = classes(nav.link, styles.entry)

type Part = ReturnType<typeof useParts>[number]

/**
 * All, Users and Joined as specified, the search, one's own page and log out; below them the groups of the
 * parts that one may open, and the parts of the group in which one is. On a narrow screen the groups are a
 * menu, a popover, which opens without a script too.
 */
export function AdminBar() {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const parts = useParts()
  const here = partOf(parts, pathname)
  const groups = Object.entries(Object.groupBy(parts, ({ group }) => group)) as [
    PartGroup,
    Part[],
  ][]
  const shown = groups.filter(([group]) => group !== 'own')
  const inGroup = shown.find(([group]) => group === here?.group)?.[1] ?? []
  const closeMenu = () => menu.current?.hidePopover?.()
  const entry = (part: Part) => (
    <li key={part.page}>
      <Link
        to={part.opened}
        className={entryLook}
        aria-current={part !== here ? undefined : pathname === part.page ? 'page' : 'true'}
        onClick={closeMenu}
      >
        {part.title}
      </Link>
    </li>
  )
  return (
    <header className={styles.bar} data-paper="dark" data-print="no">
      <a href={paths.home()} className={bar.logo} aria-label="Kohue, home">
        <Wordmark aria-hidden="true" />
      </a>
      <nav className={styles.nav} aria-label={adminCopy.nav}>
        <ul className={styles.entries}>
          <li>
            <All />
          </li>
          {parts.filter(({ isInBar }) => isInBar).map(entry)}
        </ul>
      </nav>
      <Search />
      <ul className={classes(styles.entries, styles.own)}>
        {parts.filter(({ group }) => group === 'own').map(entry)}
        <li>
          <form method="post" action={paths.logout()}>
            <button className={entryLook}>{adminCopy.logOut}</button>
          </form>
        </li>
      </ul>
      <button
        type="button"
        className={classes(entryLook, styles.opener)}
        popoverTarget="admin-menu"
      >
        {adminCopy.menu}
      </button>
      <nav
        ref={menu}
        id="admin-menu"
        popover="auto"
        className={styles.menu}
        aria-label={adminCopy.menu}
      >
        <ul className={styles.groups}>
          {shown.map(([group, of]) => (
            <li key={group} className={styles.group}>
              <Link
                to={of[0]!.opened}
                className={entryLook}
                aria-current={group === here?.group ? 'true' : undefined}
                onClick={closeMenu}
              >
                {partGroups[group]}
              </Link>
              <ul className={styles.parts}>{of.map(entry)}</ul>
            </li>
          ))}
        </ul>
      </nav>
      {inGroup.length > 1 && (
        <nav className={styles.here} aria-label={partGroups[here!.group]}>
          <ul className={styles.entries}>{inGroup.map(entry)}</ul>
        </nav>
      )}
    </header>
  )
}

/** Finds orders, shipments, people and wines from everywhere; the key `/` leads to it. */
function Search() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.(
        'input, textarea, select, [contenteditable]',
      )
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <Form
      action={paths.adminSearch()}
      role="search"
      aria-label="The whole admin"
      className={styles.search}
      // So that the key leads to it again, and a phone shows what was found.
      onSubmit={() => field.current?.blur()}
    >
      <input
        ref={field}
        onFocus={(event) => event.currentTarget.select()}
        type="text"
        enterKeyHint="search"
        name="q"
        maxLength={80}
        required
        autoComplete="off"
        aria-label={adminCopy.find}
        aria-keyshortcuts="/"
        placeholder={adminCopy.find}
      />
    </Form>
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
      <button className={entryLook}>{adminCopy.all}</button>
    </form>
  )
}
