/** The wines page (specification, section 2). No analyses, no scores. */
export const ourWinesCopy = {
  title: 'Our wines',
  intro: 'Two wines from one place, released twice a year, in spring and in fall.',
  place: 'Paraje Altamira, Uco Valley',
  vintage: 'Vintage',
  origin: 'Origin',
  format: 'Format',
  sheet: 'technical sheet',
  newTab: '(PDF, opens in a new tab)',
  offeredNow: 'Offered now:',
  offeredNext: 'Offered next:',
  join: 'Join The List',
  acquire: 'Acquire',
  wines: [
    {
      name: 'Malbec',
      year: 2021,
      sheet: 'malbec-2021.pdf',
      picture: 'bottle-malbec-2021',
      text: 'Malbec came to Mendoza from the southwest of France and found here what it had been missing: light, dry air and cold nights. In Paraje Altamira its roots go down among round stones coated with lime, and the vines grow slowly, on snowmelt and little else. The wine is dark and clear-edged, its generous fruit held by the freshness of the place. Open it an hour before dinner, or give it a few years of rest.',
    },
    {
      name: 'Cabernet Sauvignon',
      year: 2021,
      sheet: 'cabernet-sauvignon-2021.pdf',
      picture: 'bottle-cabernet-sauvignon-2021',
      text: 'Cabernet Sauvignon ripens late, and under the mountains the autumn is long enough to let it. The days stay bright, the nights turn cold early, and the last bunches come in when the poplars have already turned. It grows on the same stones as our Malbec and answers them in its own way: straighter, firmer, slower to speak. Of our two wines, it is the more reserved. Decant it beside something simple and good, or lay the case down and meet it again later.',
    },
  ],
} as const
