/** The coming release as the hidden view shows it. Read on the server only, after the word. */
export const comingRelease = {
  title: '2023 Malbec',
  image: 'bottle-on-stone',
  text: 'Still in Altamira, asleep in oak. It will be shown to our members before anyone else, and released in spring.',
} as const
