import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { Appointments } from './appointments.tsx'

type Pickup = Parameters<typeof Appointments>[0]['pickups'][number]

const pickup = (number: number, state: string, more: object) =>
  ({
    ...{ id: `p${number}`, number, orderNumber: number, name: 'Ana Ruiz', wines: '1 case', state },
    ...{ from: null, place: null, phone: null, missedAt: null, ...more },
  }) as unknown as Pickup

const pickups = [
  pickup(1, 'agreed', { from: new Date('2026-11-27T18:00Z') }),
  pickup(2, 'agreed', { from: new Date('2026-11-30T18:00Z') }),
  pickup(3, 'ready', { missedAt: new Date('2026-11-20T18:00Z') }),
  pickup(4, 'missed', { missedAt: new Date('2026-11-20T18:00Z') }),
]

test('a customer who comes without an appointment is checked out, and a first no-show is named', () => {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <Appointments pickups={pickups} places={[]} today="2026-11-27" />,
    },
  ])
  const html = renderToStaticMarkup(<Page />)
  for (const name of ['S-1', 'S-2', 'S-3', 'S-4']) {
    expect(html).toContain(`aria-label="Collected: ${name}"`)
  }
  expect(html).toContain('Came earlier')
  expect(html).toContain('Came without an appointment')
  expect(html).toContain('Other times were proposed by email.')
})
