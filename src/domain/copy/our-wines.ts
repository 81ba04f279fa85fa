/** The wines page (specification, section 2). Facts only: no analyses, no scores. */
export const ourWinesCopy = {
  title: 'Our wines',
  intro: 'Two wines from one place, released twice a year, in spring and in fall.',
  place: 'Paraje Altamira, Uco Valley',
  vintage: 'Vintage',
  origin: 'Origin',
  release: 'Released',
  cadence: 'Twice a year, spring and fall',
  format: 'Format',
  price: 'Price',
  sheet: 'technical sheet',
  newTab: '(PDF, opens in a new tab)',
  join: 'Join The List',
  acquire: 'Acquire',
  wines: [
    {
      name: 'Malbec',
      year: 2021,
      sheet: 'malbec-2021.pdf',
      picture: 'bottle-malbec-2021',
      text: 'Malbec came to Mendoza from the south-west of France and found here what it had been missing: light, dryness, cold nights. In Paraje Altamira it gives a wine of dark fruit that keeps its freshness.',
    },
    {
      name: 'Cabernet Sauvignon',
      year: 2021,
      sheet: 'cabernet-sauvignon-2021.pdf',
      picture: 'bottle-cabernet-sauvignon-2021',
      text: 'Cabernet Sauvignon is slow to ripen, and the long autumns under the mountains give it the time. It is the sterner of our two wines.',
    },
  ],
} as const
