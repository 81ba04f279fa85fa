// The platform's modal for a message that has an address of its own: Escape, and a press beside it,
// lead on as Close does.
const message = document.querySelector<HTMLDialogElement>('dialog[data-leads-to]')

// Behind the age gate nothing may step forward.
if (message && !message.closest('[inert]')) {
  message.removeAttribute('open')
  message.showModal()
  message.addEventListener('close', () => location.assign(message.dataset['leadsTo']!))
  // WebKit does not know `closedby`.
  message.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = message.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (target === message && !isInside) message.close()
  })
}
