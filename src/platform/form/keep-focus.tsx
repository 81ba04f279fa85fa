import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

import { focusInView } from '#ui/focus-in-view.ts'

type Pressed = { element: HTMLElement; name: string; around: HTMLElement[] }

/** What was pressed, null where that has no focus, as buttons in Safari; and whether a form was sent by it. */
type Left = { pressed: Pressed | null; path: string; isSent: boolean }

const nameOf = (element: Element): string =>
  `${element.getAttribute('name')} ${element.getAttribute('aria-label') ?? element.textContent}`

/**
 * What was pressed keeps the focus where the page stays: forms are new after they are saved, rows change
 * places, and browsers then give the focus to nothing. Where it is gone, what stood beside it has the focus.
 * After a form was refused, its first wrong field has it: on a phone that field may be far below.
 */
export function KeepFocus(): null {
  const { state, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const left = useRef<Left>(null)
  const isIdle = state === 'idle'
  const isSent = formMethod === 'POST'

  useEffect(() => {
    if (!isIdle) {
      if (!left.current) left.current = { pressed: pressedNow(), path: pathname, isSent }
      return
    }
    const before = left.current
    left.current = null
    if (before?.path !== pathname) return
    const { activeElement } = document
    const isNowhere = activeElement === document.body
    const isUnmoved = isNowhere || activeElement === before.pressed?.element
    const field = before.isSent && isUnmoved ? firstWrongField() : null
    if (field) focusInView(field)
    else if (isNowhere && before.pressed) placeFor(before.pressed)?.focus({ preventScroll: true })
  }, [isIdle, isSent, pathname])

  return null
}

function pressedNow(): Pressed | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const around: HTMLElement[] = []
  for (let at = element.parentElement; at && at.localName !== 'main'; at = at.parentElement) {
    around.push(at)
  }
  return { element, name: nameOf(element), around }
}

/** Of a group of radio buttons the one to begin with. Null where the one that has the focus is wrong itself. */
const firstWrongField = (): HTMLElement | null => {
  const selector = 'main [aria-invalid="true"]'
  if (document.activeElement?.closest(selector)) return null
  const wrong = [...document.querySelectorAll<HTMLElement>(selector)]
  const first = wrong.find((field) => field.checkVisibility()) ?? null
  if (first?.localName !== 'fieldset') return first
  return first.querySelector(':checked') ?? first.querySelector<HTMLElement>('input:enabled')
}

/** What a person reaches by Tab: nothing that is there for the Enter key or a script alone. */
const reached = ':is(button, a[href]):not([tabindex="-1"], [aria-hidden="true"])'

function placeFor({ element, name, around }: Pressed): HTMLElement | undefined {
  if (element.isConnected) return element
  const tag = element.localName
  const same = [...document.querySelectorAll<HTMLElement>(`main ${tag}`)].find(
    (other) => nameOf(other) === name && other.checkVisibility(),
  )
  const beside = around
    .find((each) => each.isConnected && each.querySelector(reached))
    ?.querySelectorAll<HTMLElement>(reached)
  return same ?? [...(beside ?? [])].find((other) => other.checkVisibility())
}
