import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

import styles from './footer.module.css'
import { useHouse } from './house.ts'
import { ShippingPolicyDialog, ShippingPolicyLink } from './shipping-policy.tsx'
import { Wordmark } from './wordmark.tsx'

/** Under every page: how to reach the house, and its rules. */
export function Footer() {
  return (
    <>
      <FooterWords />
      <ShippingPolicyDialog />
    </>
  )
}

/** What of the footer is seen. */
export function FooterWords() {
  const site = useHouse()?.site
  return (
    <>
      <div className={styles.skyline} aria-hidden="true">
        <picture>
          <source
            media="(width < 28rem)"
            srcSet="/pictures/cordillera-divider-narrow.svg"
            width={760}
            height={297}
          />
          <img
            src="/pictures/cordillera-divider.svg"
            alt=""
            width={1600}
            height={297}
            loading="lazy"
          />
        </picture>
      </div>
      <footer className={styles.footer} data-paper="dark">
        <div className={styles.inner}>
          <div className={styles.name}>
            <Wordmark />
            <p>Mendoza, Argentina. Wines from Paraje Altamira, at the foot of the Andes.</p>
          </div>
          {site && (
            <ul className={styles.list} aria-label="Contact">
              <li>
                <a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
                  <Icon name="phone" size={18} /> {site.phone}
                </a>
              </li>
              <li>
                <a href={`mailto:${site.email}`}>
                  <Icon name="mail" size={18} /> {site.email}
                </a>
              </li>
            </ul>
          )}
          <ul className={styles.list} aria-label="House rules" data-print="no">
            <li>
              <ShippingPolicyLink />
            </li>
            <li>
              <a href={paths.terms()}>Terms</a>
            </li>
            <li>
              <a href={paths.privacy()}>Privacy</a>
            </li>
          </ul>
          <p className={styles.small}>Our wines are for people of 21 years and older.</p>
        </div>
      </footer>
    </>
  )
}
