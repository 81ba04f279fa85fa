import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import fallbacks from './dialog.script.ts?script'
import { focusHeadline } from './focus-headline.ts'
import { Icon } from './icon.tsx'

import styles from './dialog.module.css'
import frame from './frame.module.css'

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
  /** In the label's double frame under the emblem. Its children bring the one way to close it. */
  framed?: boolean
}

/**
 * The platform's modal dialog: it keeps the focus inside and gives it back. Served open it can be
 * read and closed without JavaScript; the page behind is then for the server to make inert.
 */
export function Dialog(props: Props) {
  const { open, asked, onClose, title, side, wide, framed, className, children, ...rest } = props
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
      className={classes(
        styles.dialog,
        side && styles.side,
        wide && styles.wide,
        framed && frame.frame,
        className,
      )}
      onClose={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      {framed ? (
        <FramedContent id={titleId} title={title}>
          {children}
        </FramedContent>
      ) : (
        <>
          <DialogHead id={titleId} title={title}>
            <form method="dialog">
              <IconButton type="submit" aria-label="Close">
                <Icon name="cross" />
              </IconButton>
            </form>
          </DialogHead>
          <div className={styles.body}>{children}</div>
        </>
      )}
    </dialog>
  )
}

/** Of a dialog in the label's frame that a page serves itself. */
export const framedDialog = classes(styles.dialog, frame.frame)

type FramedProps = { id: string; title: ReactNode; children: ReactNode }

/** The content of the label's frame: emblem, headline and text. */
export function FramedContent({ id, title, children }: FramedProps) {
  return (
    <div className={styles.framedWords}>
      <img src="/pictures/kohue-emblem-small.svg" alt="" width={60} height={108} />
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </div>
  )
}

/**
 * Keeps a focus that was in the dialog before hydration; else it goes to the field marked
 * `data-focus-first`, or to the headline unless the keyboard opened it.
 */
function makeModal(dialog: HTMLDialogElement) {
  const { activeElement } = document
  const byKeyboard = activeElement?.matches(':focus-visible')
  dialog.removeAttribute('open')
  dialog.showModal()
  if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.focus()
  else {
    const first = dialog.querySelector<HTMLElement>('[data-focus-first]')
    if (first) first.focus()
    else if (!byKeyboard) focusHeadline(dialog)
  }
}

type HeadProps = { id: string; title: ReactNode; children: ReactNode }

function DialogHead({ id, title, children }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} data-headline>
        {title}
      </h2>
      {children}
    </div>
  )
}

type OnDemandProps = { id: string; title: ReactNode; wide?: boolean; children: ReactNode }

/**
 * A modal that any `<DialogTrigger>` on the page opens: by commands with no script at all, by its
 * script in browsers that have none, and as a popover in those without script.
 */
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
        <IconButton
          aria-label="Close"
          {...{ commandfor: id, command: 'close' }}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <Icon name="cross" />
        </IconButton>
      </DialogHead>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}

/** What makes dialogs whole in browsers without commands or light dismiss; once per page. */
export const DialogFallbacks = () => <script type="module" async src={fallbacks} />

type TriggerProps = ComponentProps<'button'> & { dialog: string }

/** A button that opens the `<DialogOnDemand>` of that id. Style it with `className`. */
export const DialogTrigger = ({ dialog, ...rest }: TriggerProps) => (
  <button
    type="button"
    {...{ commandfor: dialog, command: 'show-modal' }}
    popoverTarget={dialog}
    {...rest}
  />
)
