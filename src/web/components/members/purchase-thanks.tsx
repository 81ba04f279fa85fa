import { useState } from 'react'

import { membersCopy } from '#domain/copy/members.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import styles from './purchase-thanks.module.css'

type Props = {
  /** The order to thank for, or null. */
  order: string | null
  onClose?: () => void
}

/** Thanks for a purchase. Once shown it stays until it is closed, whatever is loaded meanwhile. */
export function PurchaseThanks({ order, onClose }: Props) {
  const [shownFor, setShownFor] = useState(order)
  const [isOpen, setIsOpen] = useState(order !== null)
  if (order !== null && order !== shownFor) {
    setShownFor(order)
    setIsOpen(true)
  }
  if (shownFor === null) return null
  const { title, text, close } = membersCopy.purchase
  return (
    <Dialog
      key={shownFor}
      open={isOpen}
      title={title}
      onClose={() => {
        setIsOpen(false)
        onClose?.()
      }}
    >
      <div className={styles.thanks}>
        <p>{text}</p>
        <ButtonLink href={paths.members()}>{close}</ButtonLink>
      </div>
    </Dialog>
  )
}
