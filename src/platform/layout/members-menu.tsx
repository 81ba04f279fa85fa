import type { FocusEvent } from 'react'
import { useEffect, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

import { classes } from '#ui/classes.ts'

import { paths } from '../http/paths.rules.ts'
import { showCurrentTab } from './current-tab.ts'
import type { MenuItem } from './members.copy.ts'
import { membersCopy, menuLabels } from './members.copy.ts'

import nav from '#ui/nav-link.module.css'
import styles from './members-menu.module.css'

/** The data of the layouts around the menu that it reads. */
type LayoutData = { isClubMember: boolean; hasRequests: boolean }

const menuItems = Object.keys(menuLabels) as MenuItem[]

/** The data of the members' layout around the page, under whichever guard it stands. */
function useLayoutData(): LayoutData | undefined {
  const members = useRouteLoaderData<LayoutData>('site/members/members-layout.page')
  const plain = useRouteLoaderData<LayoutData>('site/members/plain-layout.page')
  const card = useRouteLoaderData<LayoutData>('site/members/card-layout.page')
  return members ?? plain ?? card
}

/** Chromium leaves a tab that the keyboard reaches outside the row's edge. */
const bringIntoSight = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The sub-menu; Membership is there for club members only, Requests for who has asked for something. */
export function MembersMenu({ view }: { view?: MenuItem | undefined }) {
  const { isClubMember = false, hasRequests = false } = useLayoutData() ?? {}
  const menu = useRef<HTMLElement>(null)
  // On a phone the tabs are one row that scrolls: the one of this page is in sight.
  useEffect(() => {
    if (menu.current) showCurrentTab(menu.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another tab is the reason
  }, [view])
  const onlyFor: { [Item in MenuItem]?: boolean } = {
    membership: isClubMember,
    requests: hasRequests,
  }
  const items = menuItems.filter((item) => item === view || (onlyFor[item] ?? true))
  return (
    <nav
      aria-label={membersCopy.menu}
      className={styles.menu}
      data-print="no"
      data-scrolls
      ref={menu}
    >
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item}>
            <Link
              to={item === 'requests' ? paths.requests() : paths.members(item)}
              preventScrollReset
              className={classes(nav.link, styles.item)}
              onFocus={bringIntoSight}
              aria-current={item === view ? 'page' : undefined}
            >
              {menuLabels[item]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
