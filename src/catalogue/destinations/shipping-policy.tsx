import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { classes } from '#ui/classes.ts'
import { DialogOnDemand, DialogTrigger } from '#ui/dialog.tsx'
import { letters, ruled, stack } from '#ui/layout.ts'

import { shipToRules, statesServed } from './ship-to.rules.ts'
import { shippingPolicy } from './shipping-policy.copy.ts'

import styles from './shipping-policy.module.css'

const dialogId = 'shipping-policy'

/**
 * Opens the policy dialog, which is in the footer of every page. Browsers that can't open it
 * without script get a link to a summary.
 */
export function ShippingPolicyLink() {
  return (
    <>
      <DialogTrigger dialog={dialogId} className={classes(styles.link, styles.opens)}>
        {shippingPolicy.title}
      </DialogTrigger>
      <a className={styles.instead} href={`${paths.terms()}#shipping`}>
        {shippingPolicy.title}
      </a>
    </>
  )
}

export function ShippingPolicyDialog() {
  return (
    <DialogOnDemand id={dialogId} title={shippingPolicy.title} wide>
      <ShippingPolicyText />
    </DialogOnDemand>
  )
}

function ShippingPolicyText() {
  const site = useSiteSettings()?.site
  const names = statesServed(site?.today ?? shipToRules).map(stateName)
  return (
    <div className={classes(stack(3), styles.policy)}>
      {shippingPolicy.sections.map((section) => (
        <section key={section.heading}>
          <h3>{section.heading}</h3>
          <p>{section.text}</p>
          {'listsStates' in section && (
            <ul className={styles.states}>
              {names.toSorted(inOrder).map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {site && (
        <p className={classes(letters.sans, ruled(2))}>
          {shippingPolicy.contact} {site.phone}, <a href={`mailto:${site.email}`}>{site.email}</a>
        </p>
      )}
    </div>
  )
}
