import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { NextHandover } from './next-handover.tsx'

type Shipment = Parameters<typeof NextHandover>[0]['view']['today'][number]

const shipment = (number: number) =>
  ({
    ...{ id: `s${number}`, number, name: 'Ana Ruiz', phone: '4155550123', method: 'ground' },
  }) as Shipment

const shown = (changed: readonly { number: number; handedOverBy: string | null }[]) => {
  const today = [7, 8, 9].map((number) => ({ ...shipment(number), wines: [] }))
  const profile = { id: 'p', name: 'Usual', columns: [], version: 1 } as never
  const view = { profile, profiles: [], today, later: [], selected: [], notReady: [] }
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <NextHandover
          view={{ ...view, unprintable: [], sample: [] }}
          formKey="key"
          selected={[7, 8, 9]}
          changed={changed}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Page />)
}

test('after a refusal what changed is marked and off, and the others can go', () => {
  const html = shown([
    { number: 8, handedOverBy: 'ben@kohue.example' },
    { number: 5, handedOverBy: null },
  ])
  expect(html).toContain('>Hand over the other 2</button>')
  expect(html).toMatch(/<input[^>]*disabled=""[^>]*value="8"|<input[^>]*value="8"[^>]*disabled=""/)
  expect(html).toContain('S-8, handed over by ben@kohue.example')
  expect(html).toContain('S-5, changed in the meantime')
  expect(html.match(/ name="s"/g)).toHaveLength(2)
})

test('before it all are handed over', () => {
  const html = shown([])
  expect(html).toContain('>Hand over and make the file</button>')
  expect(html.match(/ name="s"/g)).toHaveLength(3)
})
