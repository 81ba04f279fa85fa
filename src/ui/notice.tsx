import type { ComponentProps } from 'react'

import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

import styles from './notice.module.css'

type Tone = 'info' | 'good' | 'bad'

const iconOf = { info: 'info', good: 'tick', bad: 'cross' } as const

/** A message in the page: bad news interrupts a screen reader, the rest waits its turn. */
export function Notice({
  tone = 'info',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { tone?: Tone }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classes(styles.notice, styles[tone], className)}
      {...rest}
    >
      <Icon name={iconOf[tone]} />
      <div>{children}</div>
    </div>
  )
}
