import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'

import { paths } from '../http/paths.rules.ts'
import { Wordmark } from './wordmark.tsx'

import nav from '#ui/nav-link.module.css'
import styles from './bar.module.css'

export type MemberBarProps = {
  /** How many cases lie in the cart. */
  count: number
  /** Where the cart opens without JavaScript. */
  cartHref?: string
  /** Opens the cart in place. */
  onCart?: () => void
}

/** For people signed in: home, log out, and the cart, which does nothing while it is empty. */
export function MemberBar({ count, cartHref, onCart }: MemberBarProps) {
  return (
    <header className={styles.bar}>
      <a href={paths.home()} className={styles.logo} aria-label="Kohue, home">
        <Wordmark aria-hidden="true" />
      </a>
      <ul className={styles.links} data-print="no">
        <li>
          <form method="post" action={paths.logout()}>
            <button className={nav.link}>Log out</button>
          </form>
        </li>
        <li>
          <CartControl {...{ count, cartHref, onCart }} />
        </li>
      </ul>
    </header>
  )
}

function CartControl({ count, cartHref, onCart }: MemberBarProps) {
  const className = classes(nav.link, styles.cart)
  if (count === 0) {
    return (
      <button
        type="button"
        className={className}
        aria-disabled="true"
        aria-label="Cart, empty"
        data-opens-cart
      >
        <Icon name="cart" size={26} />
      </button>
    )
  }
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  const inside = (
    <>
      <Icon name="cart" size={26} />
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
    </>
  )
  if (!cartHref) {
    return (
      <button type="button" className={className} aria-label={label} onClick={onCart}>
        {inside}
      </button>
    )
  }
  return (
    <a
      href={cartHref}
      className={className}
      aria-label={label}
      data-opens-cart
      onClick={(event) => {
        if (!onCart || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onCart()
      }}
    >
      {inside}
    </a>
  )
}
