/** Takes away what a form was refused for before, so that the same again is heard again. */
export function forgetRefusals(): void {
  for (const alert of document.querySelectorAll('#content [role="alert"]')) alert.remove()
}

/** Says before a form why it was refused: in the words kept ready for the code, or in others. */
export function sayRefusal(form: HTMLFormElement, code: string, sentence?: string): void {
  forgetRefusals()
  const ready = form.querySelector<HTMLTemplateElement>(`template[data-refusal="${code}"]`)
  const notice = ready?.content.firstElementChild?.cloneNode(true)
  if (!(notice instanceof Element)) return
  if (sentence && notice.lastElementChild) notice.lastElementChild.textContent = sentence
  form.before(notice)
}
