import { nearest } from '#ui/focus-in-view.ts'

/** Removes earlier messages, so that a screen reader announces the same one again. */
export function clearRefusals(): void {
  for (const alert of document.querySelectorAll('#content [role="alert"]')) alert.remove()
}

/** Shows a refusal above a form: the template's sentence for the code, or `sentence`. */
export function showRefusal(form: HTMLFormElement, code: string, sentence?: string): void {
  clearRefusals()
  const ready = form.querySelector<HTMLTemplateElement>(`template[data-refusal="${code}"]`)
  const notice = ready?.content.firstElementChild?.cloneNode(true)
  if (!(notice instanceof Element)) return
  if (sentence && notice.lastElementChild) notice.lastElementChild.textContent = sentence
  form.before(notice)
  notice.scrollIntoView(nearest)
}
