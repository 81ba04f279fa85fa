import type { ReactNode } from 'react'

import { allocationSentence, releasesCopy, stopSentence } from '#catalogue/on-sale/releases.copy.ts'
import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import { whyNotInRelease } from '#catalogue/on-sale/wine-release.rules.ts'
import { useTimeZone } from '#platform/text/dates.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'

import styles from './release-allocation.module.css'

type Props = { release: WineRelease; isSoldOut?: boolean }

/** What a release allocates to this customer, or why it sells them nothing now; in words. */
export function ReleaseAllocation({ release, isSoldOut }: Props) {
  const timeZone = useTimeZone()
  const { own } = release
  const stopped = stopSentence(release, timeZone)
  const isUsedUp = own !== null && whyNotInRelease(release) === 'allocation-used'
  return (
    <div className={classes(stack(2), styles.allocation)}>
      {own && (
        <Line label={releasesCopy.yourAllocation}>
          {allocationSentence(own, release, timeZone, isSoldOut)}
        </Line>
      )}
      {stopped !== null && !isUsedUp && <p role="status">{stopped}</p>}
      {release.isRehearsal && <p className={letters.note}>{releasesCopy.rehearsal}</p>}
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className={classes(stack(0.5), styles.line)}>
      <span className={letters.kicker}>
        {label}
        <span className="visually-hidden">: </span>
      </span>
      <span className={styles.sentence}>{children}</span>
    </p>
  )
}
