import type { ReactNode } from 'react'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'

import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

import styles from './alerts.module.css'

type Message = {
  key: number
  sentence: string
  container: Element
  /** The page it is shown on, and dismissed with. */
  pathname: string
  stays: boolean
  newTab: NewTab | null
}

/** A link that leaves this page open. */
type NewTab = { to: string; text: string }

type AlertOptions = {
  /** For an error shown nowhere else: it stays until it is dismissed or no longer applies. */
  stays?: boolean
  newTab?: NewTab
}

/** Returns a function that dismisses the message once it no longer applies. */
type ShowAlert = (sentence: string, options?: AlertOptions) => () => void

const AlertContext = createContext<ShowAlert>(() => {
  throw new Error('useAlert is called outside <Alerts>')
})

/** Shows a message at once and has it read out; see `Alerts` for when it goes. */
export const useAlert = () => use(AlertContext)

/** While a modal is open everything outside it is inert, so the message goes into the topmost. */
const topmostContainer = () =>
  [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body

const secondsShown = 8

/**
 * Holds one message above the page. It goes when it is dismissed, replaced or taken back, when the
 * page changes, and after eight seconds without pointer or focus on it.
 */
export function Alerts({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null)
  const count = useRef(0)
  const { pathname } = useLocation()
  const path = useRef(pathname)
  // Before the page's own effects, which may show a message.
  useLayoutEffect(() => {
    path.current = pathname
  }, [pathname])
  const alert = useCallback<ShowAlert>((sentence, { stays = false, newTab = null } = {}) => {
    const key = count.current++
    setMessage({
      key,
      sentence,
      container: topmostContainer(),
      pathname: path.current,
      stays,
      newTab,
    })
    return () => setMessage((now) => (now?.key === key ? null : now))
  }, [])
  if (message && message.pathname !== pathname) setMessage(null)
  return (
    <AlertContext value={alert}>
      {children}
      {message &&
        createPortal(
          <Alert
            key={message.key}
            sentence={message.sentence}
            stays={message.stays}
            newTab={message.newTab}
            onDismiss={() => setMessage(null)}
          />,
          message.container,
        )}
    </AlertContext>
  )
}

type AlertProps = Pick<Message, 'sentence' | 'stays' | 'newTab'> & { onDismiss: () => void }

function Alert({ sentence, stays, newTab, onDismiss }: AlertProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => ref.current?.showPopover(), [])
  useEffect(() => {
    if (stays || isHeld) return
    const timer = setTimeout(() => dismiss(), secondsShown * 1_000)
    return () => clearTimeout(timer)
  }, [stays, isHeld])
  return (
    <div
      ref={ref}
      popover="manual"
      className={styles.stack}
      data-print="no"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <div role="alert" className={styles.alert} data-paper="dark">
        <p>
          {sentence}{' '}
          {newTab && (
            <a href={newTab.to} target="_blank">
              {newTab.text}
            </a>
          )}
        </p>
        <IconButton aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="cross" />
        </IconButton>
      </div>
    </div>
  )
}
