import type { ReactNode } from 'react'

import { AgeGateOverlay } from '#accounts/age-gate/age-gate.tsx'
import { Bottle } from '#catalogue/pictures/bottle.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { FooterContent } from '#platform/layout/footer.tsx'
import { MemberBar } from '#platform/layout/member-bar.tsx'
import { PublicBar } from '#platform/layout/public-bar.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { classes } from '#ui/classes.ts'
import { grid, letters, stack } from '#ui/layout.ts'
import { Picture } from '#ui/picture.tsx'

import { Chapter } from './chapter.tsx'

import styles from './styleguide.page.module.css'

export function Bars() {
  return (
    <Chapter title="Bars and footer">
      <Shown as="For visitors">
        <PublicBar inCart={null} />
      </Shown>
      <Shown as="On public pages, for someone signed in">
        <PublicBar inCart={2} />
      </Shown>
      <Shown as="For members, the cart empty">
        <MemberBar count={0} />
      </Shown>
      <Shown as="For members, two cases in the cart">
        <MemberBar count={2} cartHref={paths.members('current', { cart: 'open' })} />
      </Shown>
      <Shown as="Under every page">
        <FooterContent />
      </Shown>
    </Chapter>
  )
}

export function Gate() {
  const responsibilityUrl = useSiteSettings()?.site.responsibilityUrl ?? ''
  return (
    <Chapter title="The gate">
      {(['ask', 'refused'] as const).map((state) => (
        <Shown key={state} as={state === 'ask' ? 'Asking' : 'After a no'}>
          <div className={styles.window}>
            <AgeGateOverlay
              state={state}
              responsibilityUrl={responsibilityUrl}
              returnTo={paths.styleguide()}
            />
          </div>
        </Shown>
      ))}
    </Chapter>
  )
}

export function Bottles() {
  return (
    <Chapter title="Bottles and pictures">
      <div className={grid(18, 4)}>
        <Bottle name="bottle-malbec-2022" alt="A bottle on its line" />
        <Bottle name="bottle-malbec-2022" alt="A case of three on its line" three />
        <Picture
          name="bottle-on-stone"
          alt="A picture of the winery"
          sizes="(width < 48rem) 90vw, 30rem"
        />
      </div>
    </Chapter>
  )
}

/** To look at, not to use: the page has its own bar, and its own gate. */
function Shown({ as, children }: { as: string; children: ReactNode }) {
  return (
    <figure className={classes(stack(1), styles.shown)}>
      <figcaption className={letters.note}>{as}</figcaption>
      <div inert>{children}</div>
    </figure>
  )
}
