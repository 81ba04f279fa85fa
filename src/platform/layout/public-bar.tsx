import { useLocation } from 'react-router'

import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'

import { paths } from '../http/paths.rules.ts'
import { publicLinks } from './public-links.ts'
import { Wordmark } from './wordmark.tsx'

import nav from '#ui/nav-link.module.css'
import styles from './bar.module.css'

type Props = {
  /** How many cases lie in the cart of someone signed in, who needs no Join; null for a visitor. */
  inCart: number | null
  /** Laid over the picture below it. */
  over?: boolean
}

const links = [...publicLinks, { href: paths.members(), label: 'Members' }]

export function PublicBar({ inCart, over }: Props) {
  const signedIn = inCart !== null
  const { pathname } = useLocation()
  const isHere = (href: string) => (pathname === href ? 'page' : undefined)
  return (
    <header className={classes(styles.bar, styles.public, over && styles.over)}>
      <a href={paths.home()} className={styles.logo} aria-label="Kohue, home">
        <Wordmark aria-hidden="true" />
      </a>
      <nav aria-label="Main">
        <ul className={styles.links}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={nav.link} aria-current={isHere(href)}>
                {label}
              </a>
            </li>
          ))}
          {!signedIn && (
            <li>
              <a
                href={paths.join()}
                className={classes(nav.link, styles.join)}
                aria-current={isHere(paths.join())}
              >
                Join
              </a>
            </li>
          )}
        </ul>
      </nav>
      {signedIn && (
        <ul className={classes(styles.links, styles.account)} data-print="no">
          <li>
            <form method="post" action={paths.logout()}>
              <button className={nav.link}>Log out</button>
            </form>
          </li>
          <li>
            <a
              href={paths.members('current', { cart: 'open' })}
              className={classes(nav.link, styles.cart)}
              aria-label={
                inCart > 0 ? `My Cart, ${inCart} ${inCart === 1 ? 'item' : 'items'}` : 'My Cart'
              }
            >
              <Icon name="cart" size={26} />
              {inCart > 0 && (
                <span className={styles.count} aria-hidden="true">
                  {inCart}
                </span>
              )}
            </a>
          </li>
        </ul>
      )}
    </header>
  )
}
