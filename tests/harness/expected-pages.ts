import { globSync, readFileSync } from 'node:fs'

import { addressesOf } from './site-map.ts'

/** The lines below a heading of every module's `module.expected.txt`. */
const linesBelow = (heading: string): string[] =>
  globSync('src/*/module.expected.txt').flatMap((file) => {
    const sections = readFileSync(file, 'utf8').trimEnd().split('\n\n')
    return (
      sections
        .find((one) => one.startsWith(`## ${heading}\n`))
        ?.split('\n')
        .slice(1) ?? []
    )
  })

type ExpectedPage = { who: 'anyone' | 'member' | 'staff'; leadsToPayment: boolean }

/** Who may open each page, by its address without the first slash, as was read and found right. */
export const expectedPages: ReadonlyMap<string, ExpectedPage> = new Map(
  linesBelow('pages, and who may open them').flatMap((line) => {
    const [pattern, facts] = line.slice(1).split(': ') as [string, string]
    const [who, ...others] = facts.split(', ') as [string, ...string[]]
    const page: ExpectedPage = {
      who: who === 'anyone' || who === 'member' ? who : 'staff',
      leadsToPayment: others.includes('leads to payment'),
    }
    return addressesOf(pattern).map((address) => [address, page] as const)
  }),
)

/** The addresses that a limited login session may open, without the first slash. */
export const expectedLimited: ReadonlySet<string> = new Set(
  linesBelow('of a limited login session')
    .filter((line) => line.startsWith('/'))
    .flatMap((line) => addressesOf(line.slice(1).split(': ')[0]!)),
)
