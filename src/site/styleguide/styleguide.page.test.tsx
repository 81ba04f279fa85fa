import { expect, test } from 'vitest'

import { pageWith, partText } from '#tests/harness/what-parts-say.tsx'

import Styleguide from './styleguide.page.tsx'

test('the style guide shows each of its chapters', () => {
  const lines = partText({
    part: pageWith(Styleguide, {}),
    site: { publicUrl: 'https://k.example' },
  })
  expect(lines.filter((line) => line.startsWith('## '))).toEqual([
    ...['## Palette', '## Type and signs', '## Spaces', '## Engravings', '## Motion'],
    ...['## Buttons', '## Fields', '## Messages', '## Tables', '## Bottles and pictures'],
    ...['## Quantity and cart line', '## Bars and footer', '## The gate'],
    ...['## Are you over 21?', '## You must be 21 to enter', '## A dialog', '## My Cart'],
  ])
})
