import { describe, expect, it } from 'vitest'

import { wineMessages as messages } from './admin-wines.copy.ts'
import { checkWine, emptyWine, wineTitle } from './wine-form.rules.ts'

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
