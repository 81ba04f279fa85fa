import { Link, useRouteLoaderData } from 'react-router'

import { membersCopy } from '#domain/copy/members.ts'
import type { MembersView } from '#web/paths.ts'
import { membersViews, paths } from '#web/paths.ts'
import type { loader } from '#web/routes/members/room.tsx'

import styles from './members-menu.module.css'

/** The sub-menu; Membership is there for club members only. */
export function MembersMenu({ view }: { view?: MembersView | undefined }) {
  const room = useRouteLoaderData<typeof loader>('routes/members/room')
  const cardRoom = useRouteLoaderData<typeof loader>('routes/members/card-room')
  const isClubMember = (room ?? cardRoom)?.isClubMember
  const shown = membersViews.filter((item) => item !== 'membership' || isClubMember)
  return (
    <nav aria-label={membersCopy.menu} className={styles.menu} data-print="no">
      <ul className={styles.items}>
        {shown.map((item) => (
          <li key={item}>
            <Link
              to={paths.members(item)}
              preventScrollReset
              className={styles.item}
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
