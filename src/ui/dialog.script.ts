import { focusHeadline } from './focus-headline.ts'

/**
 * For browsers without invoker commands (`commandfor`) or light dismiss (`closedby`), such as
 * WebKitGTK 2.50: the same by listeners, for every dialog of the page.
 */
if ('commandForElement' in HTMLButtonElement.prototype) {
  // The fallback of browsers that have neither commands nor script: beside a command it is a warning in
  // the console with each press.
  const alone = (event: Event) => buttonOf(event)?.removeAttribute('popovertarget')
  document.addEventListener('click', alone, { capture: true })
} else {
  document.addEventListener('click', (event) => {
    const button = buttonOf(event)
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!button || !(dialog instanceof HTMLDialogElement)) return
    // The popover that browsers without script fall back to stays shut.
    event.preventDefault()
    if (button.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) {
      const byKeyboard = button.matches(':focus-visible')
      dialog.showModal()
      if (!byKeyboard) focusHeadline(dialog)
    }
  })
}

if (!('closedBy' in HTMLDialogElement.prototype)) {
  document.addEventListener('click', ({ target, clientX, clientY, detail }) => {
    if (!(target instanceof HTMLDialogElement) || detail === 0) return
    if (!target.matches(':modal') || target.getAttribute('closedby') !== 'any') return
    const { left, right, top, bottom } = target.getBoundingClientRect()
    const isBeside = clientX < left || clientX > right || clientY < top || clientY > bottom
    if (isBeside) target.close()
  })
}

/** WebKit draws the keyboard's ring around the opener also where the mouse closed its dialog. */
let byPointer = false
for (const type of ['pointerdown', 'keydown']) {
  document.addEventListener(type, () => (byPointer = type === 'pointerdown'), { capture: true })
}
document.addEventListener(
  'close',
  () => {
    const opener = document.activeElement
    if (!byPointer || !(opener instanceof HTMLElement) || !opener.matches(':focus-visible')) return
    opener.blur()
    opener.focus({ focusVisible: false, preventScroll: true })
  },
  { capture: true },
)

const buttonOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button[commandfor]') : null
