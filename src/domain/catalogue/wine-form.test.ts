import { describe, expect, it } from 'vitest'

import { wineMessages as says } from '#domain/copy/admin-wines.ts'

import { checkWine, emptyWine, wineTitle } from './wine-form.ts'

const malbec = {
  ...emptyWine,
  ...{ name: 'Malbec', vintage: '2023', description: 'Malbec.', price: '450', stock: '100' },
}

describe('a wine’s name and vintage', () => {
  it('make its title, so that they agree', () => {
    expect(checkWine(malbec, 2026)).toMatchObject({ ok: true })
    expect(wineTitle(malbec)).toBe('2023 Malbec')
  })

  it.each(['2024 Malbec', 'Malbec 2023'])('are typed apart: %s is refused as a name', (name) => {
    const checked = checkWine({ ...malbec, name }, 2026)
    expect(checked).toEqual({ ok: false, errors: { name: says.nameWithYear } })
  })

  it('may name another number, such as the year of a house', () => {
    expect(checkWine({ ...malbec, name: 'Reserva 1884' }, 2026)).toMatchObject({ ok: true })
  })

  it('agree with the title in the cart', () => {
    const titled = (titleCart: string) => checkWine({ ...malbec, titleCart }, 2026)
    expect(titled('2023 Malbec, three')).toMatchObject({ ok: true })
    expect(titled('Malbec')).toMatchObject({ ok: true })
    const errors = { titleCart: says.otherYear('2024', '2023') }
    expect(titled('2024 Malbec')).toEqual({ ok: false, errors })
  })
})
