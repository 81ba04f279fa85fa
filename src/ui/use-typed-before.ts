import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Reports the values of a form's controls on hydration: on a slow phone people type before it, and
 * what they typed has to count.
 */
export function useTypedBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  tell: (name: string, value: string | boolean) => void,
): void {
  const told = useEffectEvent(tell)
  useEffect(() => {
    for (const control of form.current?.elements ?? []) {
      const { name, type } = control as Control
      if (!name || type === 'hidden' || type === 'submit' || type === 'password') continue
      // Radio buttons share a name; the checked one has the value.
      if (type === 'radio' && !(control as HTMLInputElement).checked) continue
      const isBox = type === 'checkbox' && control instanceof HTMLInputElement
      told(name, isBox ? control.checked : (control as Control).value)
    }
  }, [form])
}
