import { readFileSync, writeFileSync } from 'node:fs'

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'

import { pageText } from './page-text.ts'

/** What a part of a page says and offers, a line for each piece: see `pageText`. */
export function partText(part: ReactNode): string[] {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  return pageText(`<body><main>${renderToStaticMarkup(<Page />)}</main></body>`).main
}

/**
 * Compares a part in each of its states with the file of that name, which was read and found right. `REWRITE=1` writes
 * it anew, to be read again.
 */
export function expectParts(name: string, states: Readonly<Record<string, ReactNode>>): void {
  const lines = Object.entries(states).flatMap(([state, part]) => [
    `# ${state}`,
    ...partText(part),
    '',
  ])
  const file = new URL(`../fixtures/parts/${name}.txt`, import.meta.url)
  if (process.env['REWRITE']) writeFileSync(file, `${lines.join('\n').trim()}\n`)
  expect(lines.slice(0, -1)).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'))
}
