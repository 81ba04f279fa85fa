/** The coming release as the hidden view shows it. Read on the server only, after the word. */
export const comingRelease = {
  title: '2023 Malbec',
  image: 'bottle-on-stone',
  text: 'From the same stones of Altamira, and for our members before anyone else.',
} as const
