// Calls the API and shows what it answers.
const button = document.querySelector<HTMLButtonElement>('button[data-calls]')!
const answer = document.querySelector('[data-answer]')!

button.addEventListener('click', async () => {
  const response = await fetch(button.dataset['calls']!).catch(() => null)
  answer.textContent = response ? `${response.status} ${await response.text()}` : 'No answer'
})
