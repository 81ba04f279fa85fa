// The platform's modal for a message that has an address of its own: Escape leads on as Close does.
const message = document.querySelector<HTMLDialogElement>('dialog[data-leads-to]')

// Behind the age gate nothing may step forward.
if (message && !message.closest('[inert]')) {
  message.removeAttribute('open')
  message.showModal()
  message.addEventListener('close', () => location.assign(message.dataset['leadsTo']!))
}
