import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'

import styles from './undo-notices.module.css'

/** A deletion that can be undone for so many milliseconds more. */
export type Undoable = { id: string; label: string; millisLeft: number }

type Words = {
  done: (label: string) => string
  undo: string
  /** The button's accessible name. */
  undoNamed: (label: string) => string
}

type Props = {
  deletions: readonly Undoable[]
  /** Where pressing Undo is posted, with the address to come back to as `to`. */
  actionOf: (id: string) => string
  words: Words
}

/** At the foot of the window, each deletion with its Undo, until the time for that is over. */
export function UndoNotices({ deletions, actionOf, words }: Props) {
  return (
    <div className={styles.place} role="status">
      {deletions.map((deletion) => (
        <UndoNotice
          key={deletion.id}
          deletion={deletion}
          action={actionOf(deletion.id)}
          words={words}
        />
      ))}
    </div>
  )
}

type NoticeProps = { deletion: Undoable; action: string; words: Words }

function UndoNotice({ deletion: { label, millisLeft }, action, words }: NoticeProps) {
  const { pathname, search } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)

  const end = useEffectEvent(() => {
    // The focus of a removed Undo button returns to the page.
    if (ref.current?.contains(document.activeElement)) document.getElementById('content')?.focus()
    setIsOver(true)
  })
  useEffect(() => {
    const timer = setTimeout(() => end(), millisLeft)
    ref.current
      ?.querySelector('[data-time]')
      ?.animate({ scale: ['1 1', '0 1'] }, { duration: millisLeft, fill: 'forwards' })
    return () => clearTimeout(timer)
  }, [millisLeft])

  // The row that had the focus is gone; from here the next key can bring it back.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    ref.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  if (isOver) return null
  return (
    <div ref={ref} className={styles.notice} data-paper="dark">
      <span data-time className={styles.time} />
      <p>{words.done(label)}</p>
      <Form method="post" action={action} replace preventScrollReset>
        <input type="hidden" name="to" value={pathname + search} />
        <button className={styles.undo} aria-label={words.undoNamed(label)}>
          {words.undo}
        </button>
      </Form>
    </div>
  )
}
