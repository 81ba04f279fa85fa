import { useId } from 'react'

import type { AgeGate } from '#platform/http/age-gate.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { LandscapePicture } from '#platform/layout/landscape-picture.tsx'
import { Wordmark } from '#platform/layout/wordmark.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { cluster, cover, letters, stack } from '#ui/layout.ts'

import { ageGateCopy } from './age-gate.copy.ts'

import frame from '#ui/frame.module.css'
import styles from './age-gate.module.css'

type Props = {
  state: Exclude<AgeGate, 'open'>
  /** An external page on drinking responsibly. */
  responsibilityUrl: string
  returnTo: string
}

/**
 * Covers every page until the visitor says that they are over 21. It needs no script: the page
 * behind is inert, so the focus stays here, and the choice is a form.
 */
export function AgeGateOverlay({ state, responsibilityUrl, returnTo }: Props) {
  const isRefused = state === 'refused'
  const id = useId()
  return (
    <div className={styles.gate} data-covers-page data-print="no">
      <section
        className={classes(
          stack(3, { align: 'center' }),
          letters.centered,
          frame.frame,
          styles.words,
        )}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words`}
      >
        <img
          className={styles.emblem}
          src="/pictures/kohue-emblem-small.svg"
          alt=""
          width={60}
          height={108}
        />
        <Wordmark />
        <h2 id={`${id}-title`} className={styles.title} tabIndex={-1} autoFocus>
          {isRefused ? ageGateCopy.refusedTitle : ageGateCopy.question}
        </h2>
        <p id={`${id}-words`}>{isRefused ? ageGateCopy.refused : ageGateCopy.why}</p>
        <form
          method="post"
          action={paths.ageGate()}
          className={classes(cluster(2, { justify: 'center' }), styles.choices)}
        >
          <input type="hidden" name="to" value={returnTo} />
          <Button name="age" value="over" disabled={isRefused}>
            {ageGateCopy.over}
          </Button>
          <Button name="age" value="under" kind="secondary" disabled={isRefused}>
            {ageGateCopy.under}
          </Button>
        </form>
        {isRefused && (
          <>
            <p>
              <a href={responsibilityUrl} target="_blank" rel="noreferrer">
                {ageGateCopy.learnMore}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>{' '}
              <Icon name="external" size={16} className={styles.external} />
            </p>
            <p className={classes(letters.quiet, styles.small)}>{ageGateCopy.howToLeave}</p>
          </>
        )}
      </section>
      <div className={classes(cover, styles.view)} aria-hidden="true">
        <LandscapePicture />
      </div>
    </div>
  )
}
