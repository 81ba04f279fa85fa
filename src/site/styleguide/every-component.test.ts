import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const here = import.meta.dirname
const ui = 'src/ui'

const pages = readdirSync(here)
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(`${here}/${name}`, 'utf8'))

test.each(readdirSync(ui).filter((name) => name.endsWith('.tsx')))(
  'the styleguide shows %s',
  (name) => {
    const line = new RegExp(`^import \\{.*\\} from '#ui/${name}'$`, 'm')
    expect(pages.some((page) => line.test(page))).toBe(true)
  },
)
