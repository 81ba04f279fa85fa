import type { ReactNode } from 'react'
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import styles from './alerts.module.css'
import { Icon } from './icon.tsx'

type Message = { key: number; sentence: string; place: Element }

/** Answers how to take it back, once what it says is no longer so. */
type Say = (sentence: string) => () => void

const AlertContext = createContext<Say>(() => {
  throw new Error('useAlert is called outside <Alerts>')
})

/** Hands out `alert(sentence)`: shown and read out at once, until it is dismissed or replaced. */
export const useAlert = () => use(AlertContext)

/** While a modal is open everything outside it is inert, so the message belongs in the topmost. */
const topmostPlace = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body

/** Holds the one message of the moment above whatever is open. */
export function Alerts({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null)
  const counted = useRef(0)
  const alert = useCallback((sentence: string) => {
    const key = counted.current++
    setMessage({ key, sentence, place: topmostPlace() })
    return () => setMessage((now) => (now?.key === key ? null : now))
  }, [])
  return (
    <AlertContext value={alert}>
      {children}
      {message &&
        createPortal(
          <Alert
            key={message.key}
            sentence={message.sentence}
            onDismiss={() => setMessage(null)}
          />,
          message.place,
        )}
    </AlertContext>
  )
}

function Alert({ sentence, onDismiss }: { sentence: string; onDismiss: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.showPopover(), [])
  return (
    <div ref={ref} popover="manual" className={styles.stack}>
      <div role="alert" className={styles.alert}>
        <p>{sentence}</p>
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="cross" />
        </button>
      </div>
    </div>
  )
}
