// Calls the API and shows its responses.
const button = document.querySelector<HTMLButtonElement>('button[data-calls]')!
const output = document.querySelector('[data-response]')!

button.addEventListener('click', async () => {
  const response = await fetch(button.dataset['calls']!).catch(() => null)
  output.textContent = response ? `${response.status} ${await response.text()}` : 'No response'
})
