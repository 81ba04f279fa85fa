import { Link } from 'react-router'

import type { Account } from '#accounts/account/account.rules.ts'
import { releasesCopy } from '#catalogue/on-sale/releases.copy.ts'
import { allocationYears } from '#platform/club/club.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { membershipCopy } from '#platform/layout/members.copy.ts'
import { divided, letters, stack } from '#ui/layout.ts'

import { AllocatedWines, useAllocatedWines } from './allocated-wines.tsx'

import styles from './membership-history.module.css'

/** What was set aside for a club member, year by year; only what is there. */
export function MembershipHistory({ membership }: Pick<Account, 'membership'>) {
  const { textA, textB, allocations } = membership
  const years = allocationYears.filter((year) => allocations[year])
  const hasRelease = useAllocatedWines().length > 0
  const isEmpty = years.length === 0 && !textA && !textB && !hasRelease
  return (
    <section className={stack(3, { width: 56, text: 'anywhere' })} aria-labelledby="membership">
      <div>
        <p className={letters.kicker}>{membershipCopy.title}</p>
        <h2 id="membership">{membershipCopy.subtitle}</h2>
      </div>
      {textA && <p className={letters.typed}>{textA}</p>}
      {textB && <p className={letters.typed}>{textB}</p>}
      <ThisRelease />
      {years.length > 0 && (
        <dl className={divided(2)}>
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

/** What the present release sets aside for this customer; nothing without one. */
function ThisRelease() {
  if (useAllocatedWines().length === 0) return null
  return (
    <section aria-labelledby="this-release" className={stack(1.5)}>
      <h3 id="this-release" className={letters.kicker}>
        <Link to={paths.members('current')}>{releasesCopy.thisRelease}</Link>
      </h3>
      <AllocatedWines />
    </section>
  )
}
