import type { ComponentProps } from 'react'

import { classes } from './classes.ts'

import styles from './button.module.css'

/** `danger`: what can't be undone. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind
  /** Looks and is announced as inactive, yet a press still answers why. */
  inactive?: boolean
}

export function Button({ kind = 'primary', inactive, className, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? 'submit'}
      aria-disabled={inactive || undefined}
      className={classes(styles.button, styles[kind], className)}
      {...rest}
    />
  )
}

/** A button that is a sign alone: it carries its own `aria-label`. */
export const IconButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={classes(styles.icon, className)} {...rest} />
)

type ButtonLinkProps = ComponentProps<'a'> & { href: string; kind?: ButtonKind }

/** A link that looks like a button: it leads somewhere, it does not do anything. */
export function ButtonLink({ kind = 'primary', className, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={classes(styles.button, styles[kind], className)} {...rest}>
      {children}
    </a>
  )
}
