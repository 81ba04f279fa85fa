import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'title' | 'ref'> & {
  open: boolean
  /** Another with each press that opens it: one that comes while it closes opens it again. */
  asked?: string
  /** Called once it has closed, by its button, Escape or a press beside it. */
  onClose: () => void
  title: ReactNode
  /** Along the right edge of the window, as the cart is. */
  side?: boolean
  wide?: boolean
}

/**
 * The platform's modal dialog: it keeps the focus inside and gives it back. Served open it can be
 * read and closed without JavaScript; the page behind is then for the server to make inert.
 */
export function Dialog(props: Props) {
  const { open, asked, onClose, title, side, wide, className, children, ...rest } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // React sets the attribute once; from then on the element keeps it itself.
  const [openAtFirst] = useState(open)

  const closedBefore = useEffectEvent(onClose)
  const hasBegun = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Served open, and closed again before the script was there.
    const wasClosed = open && !dialog.open && openAtFirst && !hasBegun.current
    hasBegun.current = true
    if (wasClosed) closedBefore()
    else if (open && !dialog.matches(':modal')) makeModal(dialog)
    else if (!open && dialog.open) dialog.close()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new press is the reason
  }, [open, asked, openAtFirst])

  return (
    <dialog
      {...rest}
      {...{ closedby: 'any' }}
      data-side={side || undefined}
      ref={ref}
      open={openAtFirst}
      aria-labelledby={titleId}
      className={classes(styles.dialog, side && styles.side, wide && styles.wide, className)}
      onClose={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <DialogHead id={titleId} title={title}>
        <form method="dialog">
          <button className={styles.close} aria-label="Close">
            <Icon name="cross" />
          </button>
        </form>
      </DialogHead>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}

/** Whoever was in it already, on a slow line, stays at their place. */
function makeModal(dialog: HTMLDialogElement) {
  const { activeElement } = document
  dialog.removeAttribute('open')
  dialog.showModal()
  if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.focus()
}

type HeadProps = { id: string; title: ReactNode; children: ReactNode }

function DialogHead({ id, title, children }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

type OnDemandProps = { id: string; title: ReactNode; wide?: boolean; children: ReactNode }

/** Browsers open and close by `command`; older ones show the same as a popover. */
const knowsCommands = (button: HTMLButtonElement) => 'commandForElement' in button

/** A modal that any `<DialogTrigger>` on the page opens, with no script at all. */
export function DialogOnDemand({ id, title, wide, children }: OnDemandProps) {
  const titleId = `${id}-title`
  return (
    <dialog
      id={id}
      popover="auto"
      {...{ closedby: 'any' }}
      aria-labelledby={titleId}
      className={classes(styles.dialog, wide && styles.wide)}
    >
      <DialogHead id={titleId} title={title}>
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          {...{ commandfor: id, command: 'close' }}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={({ currentTarget }) => {
            if (!knowsCommands(currentTarget)) currentTarget.closest('dialog')?.close()
          }}
        >
          <Icon name="cross" />
        </button>
      </DialogHead>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}

type TriggerProps = ComponentProps<'button'> & { dialog: string }

/**
 * A button that opens the `<DialogOnDemand>` of that id. Style it with `className`. Where there is
 * script, older browsers get a true modal too: over another one a popover can't be pressed.
 */
export function DialogTrigger({ dialog, ...rest }: TriggerProps) {
  const openModal = (event: MouseEvent<HTMLButtonElement>) => {
    const target = document.getElementById(dialog)
    if (knowsCommands(event.currentTarget) || !(target instanceof HTMLDialogElement)) return
    event.preventDefault()
    target.showModal()
  }
  return (
    <button
      type="button"
      {...{ commandfor: dialog, command: 'show-modal' }}
      popoverTarget={dialog}
      onClick={openModal}
      {...rest}
    />
  )
}
