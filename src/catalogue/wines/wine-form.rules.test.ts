import { describe, expect, it } from 'vitest'

import { wineMessages as messages } from './admin-wines.copy.ts'
import {
  checkWine,
  emptyWine,
  readPrice,
  readWine,
  readWineStock,
  wineId,
  wineTitle,
} from './wine-form.rules.ts'

const malbec = {
  ...emptyWine,
  ...{ name: 'Malbec', vintage: '2023', description: 'Malbec.', price: '450', stock: '100' },
}

describe('a wine’s name and vintage', () => {
  it('make its title, so that they agree', () => {
    expect(checkWine(malbec, 2026)).toMatchObject({ ok: true })
    expect(wineTitle(malbec)).toBe('2023 Malbec')
  })

  it.each(['2024 Malbec', 'Malbec 2023'])(
    'are separate fields: %s is refused as a name',
    (name) => {
      const checked = checkWine({ ...malbec, name }, 2026)
      expect(checked).toEqual({
        ok: false,
        errors: {
          name: 'The name without its year, please: the shop writes the vintage before it, as in “2024 Malbec”',
        },
      })
    },
  )

  it('may contain a number that is no vintage, such as the year a winery was founded', () => {
    expect(checkWine({ ...malbec, name: 'Reserva 1884' }, 2026)).toMatchObject({ ok: true })
  })

  it('agree with the title in the cart', () => {
    const checkTitle = (titleCart: string) => checkWine({ ...malbec, titleCart }, 2026)
    expect(checkTitle('2023 Malbec, three')).toMatchObject({ ok: true })
    expect(checkTitle('Malbec')).toMatchObject({ ok: true })
    const errors = { titleCart: messages.otherYear('2024', '2023') }
    expect(checkTitle('2024 Malbec')).toEqual({ ok: false, errors })
  })
})

describe('a wine', () => {
  it.each([
    { name: 'x'.repeat(40), subtitle: 'x'.repeat(40), titleCart: 'x'.repeat(60) },
    { description: 'x'.repeat(200), story: 'x'.repeat(1_000) },
    { subtitle: '6 x 750 ml', bottles: '6' },
    { subtitle: 'Magnum (1500ml)', bottles: '1', bottleMl: '1500' },
    { subtitle: 'A vertical of 2021 to 2023' },
    { vintage: '1990' },
    { vintage: '2027' },
    { price: '$1.00' },
    { price: '9,999.99' },
    { stock: 'unlimited' },
    { stock: '1,000,000' },
    { titleCart: 'Reserva 1884' },
  ])('with %j is saved', (change) => {
    expect(checkWine({ ...malbec, ...change }, 2026)).toMatchObject({ ok: true })
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: '…' }],
    ['name', { name: 'x'.repeat(41) }],
    ['subtitle', { subtitle: '' }],
    ['subtitle', { subtitle: 'x'.repeat(41) }],
    ['bottles', { bottles: '' }],
    ['bottles', { bottles: '0' }],
    ['bottles', { bottles: '100' }],
    ['bottles', { subtitle: '6 x 750 ml' }],
    ['bottles', { subtitle: '12-pack' }],
    ['bottles', { subtitle: '1 bottle (750ml)' }],
    ['bottleMl', { bottleMl: '9' }],
    ['bottleMl', { bottleMl: '0.75' }],
    ['bottleMl', { subtitle: '3 × 375 ml' }],
    ['titleCart', { titleCart: 'x'.repeat(61) }],
    ['description', { description: '' }],
    ['description', { description: 'x'.repeat(201) }],
    ['story', { story: 'x'.repeat(1_001) }],
    ['vintage', { vintage: '' }],
    ['vintage', { vintage: '1989' }],
    ['vintage', { vintage: '2028' }],
    ['vintage', { vintage: '202' }],
    ['price', { price: '' }],
    ['price', { price: '0.99' }],
    ['price', { price: '10000' }],
    ['price', { price: 'free' }],
    ['stock', { stock: '' }],
    ['stock', { stock: '1000001' }],
  ])('is refused at its %s with %j', (field, change) => {
    const checked = checkWine({ ...malbec, ...change }, 2026)
    expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual([field])
  })

  it('that disagrees about its year is told of other mistakes, too', () => {
    const checked = checkWine({ ...malbec, titleCart: '2024 Malbec', price: '' }, 2026)
    expect(checked.ok ? [] : Object.keys(checked.errors).toSorted()).toEqual(['price', 'titleCart'])
  })

  it('has an id of its name and vintage, and a number of cases or none', () => {
    expect(wineId(2024, 'Cabernet Franc')).toBe('cabernet-franc-2024')
    expect(wineId(2024, 'Ñandú (Gran)')).toBe('nandu-gran-2024')
    expect(wineId(2024, '…')).toBeNull()
    expect(['unlimited', ' ', '12', 'x'].map(readWineStock)).toEqual([
      null,
      undefined,
      12,
      undefined,
    ])
    expect(['450', '$1,350.50', '0.99', 'x'].map(readPrice)).toEqual([45_000, 135_050, null, null])
  })

  it('is read from its form, without a limit where that is ticked', () => {
    const form = new FormData()
    form.set('name', 'Malbec')
    form.set('stock', '12')
    const typed = {
      ...emptyWine,
      name: 'Malbec',
      subtitle: '',
      bottles: '',
      bottleMl: '',
      stock: '12',
    }
    expect(readWine(form)).toEqual(typed)
    form.set('unlimited', 'on')
    expect(readWine(form)).toEqual({ ...typed, stock: 'unlimited' })
  })
})
