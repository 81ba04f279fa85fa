import { cartCopy } from '#domain/copy/cart.ts'
import { ShippingPolicyLink } from '#web/components/shipping-policy.tsx'
import type { Site } from '#web/context.ts'

import styles from './contact-notes.module.css'

/** The way to a person, and to the shipping policy. */
export function ContactNotes({ site }: { site: Pick<Site, 'phone' | 'email'> }) {
  return (
    <div className={styles.notes}>
      <p>
        <ShippingPolicyLink className={styles.policy} />
      </p>
      <p>{cartCopy.contact}</p>
      <p>
        <a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>{site.phone}</a>
        <br />
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </p>
    </div>
  )
}
