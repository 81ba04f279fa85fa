/** The landing page: what this is, the release, where to go next. */
export const homeCopy = {
  kicker: 'Mendoza, Argentina',
  title: 'Wines from the foot of the Andes',
  banner: 'INAUGURAL RELEASE FALL 2024',
  intro: {
    title: 'A small winery in Mendoza',
    text: [
      'Kohue makes two wines, a Malbec and a Cabernet Sauvignon, from Paraje Altamira in the Uco Valley. The vineyards there end where the mountains begin. The sun is strong, the nights are cold, and the vines root among stones that came down with the water.',
      'We make very little, and we like to know where it goes. So we sell it ourselves, by the case, twice a year, to the people who ask for it.',
    ],
    more: 'About us',
  },
  release: {
    kicker: 'The release',
    cadence: 'Released twice a year, in spring and in fall.',
    perCase: 'In cases of three bottles, 750 ml each.',
    per: 'a case of three bottles, 750 ml each',
    join: 'Join the list',
    wines: 'See our wines',
    acquire: 'Acquire',
    ownAllocation: 'Log in to see yours',
    byAllocation: 'Offered by allocation.',
    earlier: 'Earlier releases, closed:',
  },
  next: 'Join the list to hear of each release first.',
} as const
