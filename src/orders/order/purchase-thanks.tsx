import { useState } from 'react'

import { paths } from '#platform/http/paths.rules.ts'
import { membersCopy, ordersCopy } from '#platform/layout/members.copy.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { letters } from '#ui/layout.ts'

import styles from './purchase-thanks.module.css'

export type ThankedOrder = {
  id: string
  number: string
  /** "3 × 2022 Malbec", a line per wine. */
  wines: string[]
  /** The shipping method by its name, or ''. */
  by: string
  isPickup: boolean
  /** From when its release ships, as `2026-12-13`, or null. */
  shipsFrom: string | null
  /** The address in lines; none for a pickup. */
  to: string[]
}

type Props = {
  order: ThankedOrder | null
  onClose?: () => void
}

/** Thanks for a purchase. Once shown it stays until it is closed, whatever is loaded meanwhile. */
export function PurchaseThanks({ order, onClose }: Props) {
  const [shown, setShown] = useState(order)
  const [isOpen, setIsOpen] = useState(order !== null)
  if (order !== null && order.id !== shown?.id) {
    setShown(order)
    setIsOpen(true)
  }
  if (shown === null) return null
  const { title, close } = membersCopy.purchase
  return (
    <Dialog
      key={shown.id}
      open={isOpen}
      framed
      title={title}
      onClose={() => {
        setIsOpen(false)
        onClose?.()
      }}
    >
      <Words order={shown} />
      <ButtonLink
        href={paths.members()}
        onClick={(event) => {
          // The link is for browsers without scripts. Closed, the page is not shown again as it was left.
          event.preventDefault()
          setIsOpen(false)
        }}
      >
        {close}
      </ButtonLink>
    </Dialog>
  )
}

function Words({ order }: { order: ThankedOrder }) {
  const { shipped, pickup, delivered } = membersCopy.purchase
  return (
    <>
      <p className={letters.kicker}>{ordersCopy.orderNumber(order.number)}</p>
      <ul className={styles.wines}>
        {order.wines.map((wine) => (
          <li key={wine}>{wine}</li>
        ))}
      </ul>
      <address className={styles.to}>
        {order.by && <span className={letters.quiet}>{order.by}</span>}
        {order.to.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className={styles.next}>
        {shipped} {order.isPickup ? pickup : delivered(order.shipsFrom)}
      </p>
    </>
  )
}
