import type { FocusEvent } from 'react'
import { useEffect, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

import type { MembersView } from './members.copy.ts'
import { membersCopy, membersViews } from './members.copy.ts'
import { paths } from '../http/paths.rules.ts'

import styles from './members-menu.module.css'

/** The data of the layouts around the menu that it reads. */
type LayoutData = { isClubMember: boolean }

/** Chromium leaves a tab that the keyboard reaches outside the row's edge. */
const bringIntoSight = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The sub-menu; Membership is there for club members only. */
export function MembersMenu({ view }: { view?: MembersView | undefined }) {
  const members = useRouteLoaderData<LayoutData>('site/members/members-layout.page')
  const card = useRouteLoaderData<LayoutData>('site/members/card-layout.page')
  const isClubMember = (members ?? card)?.isClubMember
  const menu = useRef<HTMLElement>(null)
  // On a phone the tabs are one row that scrolls: the one of this page is in sight.
  useEffect(() => {
    const [bar, current] = [menu.current, menu.current?.querySelector('[aria-current]')]
    if (!bar || !current) return
    const [around, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()]
    bar.scrollLeft += tab.left - around.left - (around.width - tab.width) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another tab is the reason
  }, [view])
  const shown = membersViews.filter((item) => item !== 'membership' || isClubMember)
  return (
    <nav
      aria-label={membersCopy.menu}
      className={styles.menu}
      data-print="no"
      data-scrolls
      ref={menu}
    >
      <ul className={styles.items}>
        {shown.map((item) => (
          <li key={item}>
            <Link
              to={paths.members(item)}
              preventScrollReset
              className={styles.item}
              onFocus={bringIntoSight}
              aria-current={item === view ? 'page' : undefined}
            >
              {membersCopy.views[item]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
