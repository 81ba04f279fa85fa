/** The coming release as the hidden view shows it. Read on the server only, after the word. */
export const comingRelease = {
  title: '2023 Malbec',
  image: 'bottle-on-stone',
  text: 'Still resting in Altamira. Our members will see it before anyone else, when it is released in spring.',
} as const
