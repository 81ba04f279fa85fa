import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { usePageUrl } from './use-page-url.ts'

const Shown = () => [usePageUrl(true), usePageUrl(false)].join(' ')

test('the address of a page has its cart open or closed, and none of its questions', () => {
  const at = '/members?view=orders&cart=open&ask=cancel'
  const shown = renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <Shown />
    </MemoryRouter>,
  )
  expect(shown.replaceAll('&amp;', '&')).toBe('/members?view=orders&cart=open /members?view=orders')
})
