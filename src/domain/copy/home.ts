/** The landing page: what this is, the release, where to go next. */
export const homeCopy = {
  kicker: 'Mendoza, Argentina',
  title: 'Wines from the foot of the Andes',
  banner: 'INAUGURAL RELEASE FALL 2024',
  house: {
    title: 'A small house in Mendoza',
    text: [
      'Kohue makes two wines, a Malbec and a Cabernet Sauvignon, from Paraje Altamira in the Uco Valley. There the vineyards end where the mountains begin: the sun is strong, the nights are cold, and the vines root among stones that came down with the water.',
      'There is little of it, and we would like to know where it goes. So we sell it ourselves, by the case, twice a year, to people who have asked for it.',
    ],
    more: 'About us',
  },
  release: {
    kicker: 'The release',
    cadence: 'Released twice a year, in spring and in fall.',
    per: 'a case of three bottles, 750 ml each',
    join: 'Join the list',
    wines: 'See our wines',
    acquire: 'Acquire',
    earlier: 'Earlier releases, closed:',
  },
  next: {
    title: 'Where to go next',
    steps: [
      {
        to: 'wines',
        title: 'Wines',
        text: 'Where they come from, and the technical sheet of each vintage.',
      },
      {
        to: 'join',
        title: 'The list',
        text: 'Those on it hear of each release first. It costs nothing and asks for two lines.',
      },
      {
        to: 'members',
        title: 'Members',
        text: 'Your account: the current release, your orders, The Andes Society.',
      },
    ],
  },
} as const
