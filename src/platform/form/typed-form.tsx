import type { ComponentProps } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { UnsavedChanges } from './unsaved-changes.tsx'

type Props = Omit<ComponentProps<typeof Form>, 'method' | 'ref' | 'onInput' | 'onSubmit'> & {
  /** It was filled with what is not saved, such as what was typed beside another's changes. */
  isFilled?: boolean
}

/** A long form of staff: it asks before what was typed in it is lost. A saved one is another, by its key. */
export function TypedForm({ isFilled = false, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const isOwnSubmit = useRef(false)
  const [isTyped, setTyped] = useState(false)
  const { state } = useNavigation()
  const look = () => setTyped(isChanged(form.current!))
  // Includes what was typed before hydration.
  const lookOnMount = useEffectEvent(look)
  useEffect(() => lookOnMount(), [])
  useEffect(() => {
    if (state === 'idle') isOwnSubmit.current = false
  }, [state])
  return (
    <>
      <Form
        {...props}
        method="post"
        ref={form}
        onInput={look}
        onSubmit={() => {
          isOwnSubmit.current = true
        }}
      />
      <UnsavedChanges isUnsaved={isTyped || isFilled} isOwnSubmit={isOwnSubmit} />
    </>
  )
}

/** Whether a field in it has another value than the page brought. */
const isChanged = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some((field) =>
    field.matches('[type=checkbox], [type=radio]')
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  ) ||
  [...form.querySelectorAll('textarea')].some((field) => field.value !== field.defaultValue) ||
  [...form.querySelectorAll('select')].some(({ options, selectedIndex }) => {
    // Without a default it is the first.
    const first = [...options].findIndex((option) => option.defaultSelected)
    return selectedIndex !== Math.max(0, first)
  })
