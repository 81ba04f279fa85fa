import { Form } from 'react-router'

import { dashboardCopy, membersCopy } from '#domain/copy/members.ts'
import { levelName } from '#domain/membership.ts'
import { usePageAddress } from '#web/components/cart/page-address.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

import styles from './dashboard.module.css'

type Props = { isClubMember: boolean; level: number }

/** Two cards: to the shop, and to the club. */
export function Dashboard({ isClubMember, level }: Props) {
  const here = usePageAddress(false)
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-labelledby="acquire">
        <h2 id="acquire">{dashboardCopy.acquireTitle}</h2>
        <p>{dashboardCopy.acquireText}</p>
        <ButtonLink href={paths.members('current')}>{membersCopy.startShopping}</ButtonLink>
      </section>
      <section className={styles.card} aria-labelledby="club">
        <h2 id="club">{dashboardCopy.clubTitle}</h2>
        {isClubMember ? (
          <>
            <p>{dashboardCopy.active(levelName(level))}</p>
            <ButtonLink href={paths.members('membership')}>{dashboardCopy.access}</ButtonLink>
          </>
        ) : (
          <>
            <p>{dashboardCopy.clubText}</p>
            <Form method="post" action={paths.interest()}>
              <input type="hidden" name="in" value="club" />
              <input type="hidden" name="to" value={here} />
              <Button>{dashboardCopy.moreInfo}</Button>
            </Form>
          </>
        )}
      </section>
    </div>
  )
}
