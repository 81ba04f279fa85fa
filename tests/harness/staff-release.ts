import type { ReleaseWine, StaffRelease } from '#releases/release/staff-releases.store.server.ts'

/** A wine of a release: three cases in payment, seven sold, eleven promised, of forty unless said otherwise. */
export const wineOfRelease = (
  id: string,
  title: string,
  change: Partial<ReleaseWine> = {},
): ReleaseWine =>
  ({
    ...{ id, title, subtitle: '3-pack of 750ml', priceCents: 48_000 },
    ...{ stock: 40, held: 3, sold: 7, promised: 11, ...change },
  }) as ReleaseWine

type Change = Partial<Omit<StaffRelease, 'fields'>> & { fields?: Partial<StaffRelease['fields']> }

/** A release as staff see it: a draft by allocation with two waves and two wines unless said otherwise. */
export const staffRelease = ({ fields, ...change }: Change = {}): StaffRelease => ({
  ...{ id: 'r', version: 5, state: 'draft', phase: 'draft', pauseReason: '', isBehindYear: false },
  fields: {
    ...{ name: 'Spring', season: 'spring', year: 2027, banner: 'SPRING', text: 'Two parcels.' },
    ...{ announcement: 'In the order in which you joined us.', kind: 'allocated' },
    ...{ promise: 'guaranteed', promiseUntil: new Date('2027-03-20T18:00:00Z') },
    opensAt: new Date('2027-03-10T18:00:00Z'),
    closesAt: new Date('2027-03-26T18:00:00Z'),
    ...{ shipsFrom: '2027-04-05', shipsUntil: null },
    waves: [
      { id: 'w1', name: 'The Andes Society', opensAt: new Date('2027-03-10T18:00:00Z') },
      { id: 'w2', name: 'Earlier buyers', opensAt: new Date('2027-03-11T22:00:00Z') },
    ],
    ...fields,
  },
  wines: [
    wineOfRelease('malbec', '2023 Malbec'),
    wineOfRelease('cabernet', '2023 Cabernet Sauvignon', { priceCents: 58_500 }),
  ],
  ...change,
})
