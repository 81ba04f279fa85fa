import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { BlockFields } from './block-fields.tsx'
import { blockKinds, newBlocks } from './content.rules.ts'

test.each(blockKinds)('a block of the kind %s has a field for each of its parts', (kind) => {
  const block = newBlocks[kind]
  const html = renderToStaticMarkup(
    <BlockFields index={0} count={1} block={block} error={undefined} />,
  )
  const fields = [...html.matchAll(/ name="blocks\.0\.(\w+)"/g)].map(([, name]) => name)
  // The text of a picture is its description.
  const parts = Object.keys(block).map((part) => (part === 'alt' ? 'text' : part))
  expect(fields.toSorted()).toEqual(parts.toSorted())
})
