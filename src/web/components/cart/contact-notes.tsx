import { cartCopy } from '#domain/copy/cart.ts'
import { useHouse } from '#web/components/house.ts'
import { ShippingPolicyLink } from '#web/components/shipping-policy.tsx'

import styles from './contact-notes.module.css'

/** The way to a person, and to the shipping policy. */
export function ContactNotes() {
  const site = useHouse()?.site
  return (
    <div className={styles.notes}>
      <p>
        <ShippingPolicyLink className={styles.policy} />
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
