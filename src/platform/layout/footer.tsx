import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'

import { classes } from '#ui/classes.ts'
import { DialogFallbacks } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'

import { paths } from '../http/paths.rules.ts'
import { callTo } from '../text/phone.rules.ts'
import { publicLinks } from './public-links.ts'
import { useSiteSettings } from './use-site-settings.ts'
import { Wordmark } from './wordmark.tsx'

import styles from './footer.module.css'

/** The shipping policy in the footer, which the root hands in: its link, and the dialog it opens. */
export const FooterPolicy = createContext<{ Link: ComponentType; Dialog: ComponentType } | null>(
  null,
)

/** Below every page: contact and legal links. */
export function Footer() {
  const policy = useContext(FooterPolicy)
  return (
    <>
      <FooterContent />
      {policy && <policy.Dialog />}
      <DialogFallbacks />
    </>
  )
}

/** The visible part of the footer. */
export function FooterContent() {
  const site = useSiteSettings()?.site
  const policy = useContext(FooterPolicy)
  return (
    <>
      <div className={styles.skyline} data-print="no" aria-hidden="true">
        <picture>
          <source
            media="(width < 28rem)"
            srcSet="/pictures/cordillera-divider-narrow.svg"
            width={750}
            height={297}
          />
          <img
            src="/pictures/cordillera-divider.svg"
            alt=""
            width={1600}
            height={297}
            loading="lazy"
            // On a short page it is the largest thing in view: before the scripts, once it is near.
            fetchPriority="high"
          />
        </picture>
      </div>
      <footer className={styles.footer} data-paper="dark">
        <div className={styles.inner}>
          <div className={styles.name} data-print="no">
            <Wordmark />
            <p>Mendoza, Argentina. Wines from Paraje Altamira, at the foot of the Andes.</p>
          </div>
          {site && (
            <ul className={classes(styles.list, styles.contact)} aria-label="Contact">
              <li>
                <a href={callTo(site.phone)}>
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
          <ul className={styles.list} aria-label="Kohue" data-print="no">
            {publicLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
          <ul className={styles.list} aria-label="Policies" data-print="no">
            {policy && (
              <li>
                <policy.Link />
              </li>
            )}
            <li>
              <a href={paths.terms()}>Terms</a>
            </li>
            <li>
              <a href={paths.privacy()}>Privacy</a>
            </li>
          </ul>
          <p className={styles.small}>Our wines are for adults 21 and older.</p>
        </div>
      </footer>
    </>
  )
}
