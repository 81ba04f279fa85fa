import { ShippingPolicyLink } from '#catalogue/destinations/shipping-policy.tsx'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'

import styles from './contact-notes.module.css'

/** Contact details, and the link to the shipping policy. */
export function ContactNotes() {
  const site = useSiteSettings()?.site
  return (
    <div className={styles.notes}>
      <p>
        <ShippingPolicyLink />
      </p>
      <p>{cartCopy.contact}</p>
      {site && (
        <p>
          <a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>{site.phone}</a>
          <br />
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </p>
      )}
    </div>
  )
}
