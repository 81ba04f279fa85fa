import { membershipCopy } from '#platform/layout/members.copy.ts'
import { allocationYears } from '#accounts/account/membership.rules.ts'
import type { Account } from '#accounts/account/account.rules.ts'

import { ThisRelease, useAllocatedWines } from './this-release.tsx'
import styles from './membership-history.module.css'

/** What was set aside for a club member, year by year; only what is there. */
export function MembershipHistory({ membership }: Pick<Account, 'membership'>) {
  const { textA, textB, allocations } = membership
  const years = allocationYears.filter((year) => allocations[year])
  const hasRelease = useAllocatedWines().length > 0
  const isEmpty = years.length === 0 && !textA && !textB && !hasRelease
  return (
    <section className={styles.history} aria-labelledby="membership">
      <div>
        <p className={styles.kicker}>{membershipCopy.title}</p>
        <h2 id="membership">{membershipCopy.subtitle}</h2>
      </div>
      {textA && <p className={styles.text}>{textA}</p>}
      {textB && <p className={styles.text}>{textB}</p>}
      <ThisRelease />
      {years.length > 0 && (
        <dl className={styles.years}>
          {years.map((year) => (
            <div key={year} className={styles.year}>
              <dt>{year}</dt>
              <dd>{allocations[year]}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEmpty && <p>{membershipCopy.nothingYet}</p>}
    </section>
  )
}
