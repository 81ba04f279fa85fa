import type { ReactNode } from 'react'

import type { ShipmentForBuyer } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { classes } from '#ui/classes.ts'
import { ruled, stack } from '#ui/layout.ts'

import styles from './where-it-is.module.css'

type Props = { shipment: Pick<ShipmentForBuyer, 'id'>; title: string; children: ReactNode }

/** A plain form about one shipment, which needs no script. */
export function Choice({ shipment, title, children }: Props) {
  return (
    <form
      method="post"
      className={classes(
        stack(2, { align: 'start', width: 34, text: 'sans' }),
        ruled(3),
        styles.choice,
      )}
      aria-label={title}
    >
      <h3>{title}</h3>
      <input type="hidden" name="shipment" value={shipment.id} />
      {children}
    </form>
  )
}
