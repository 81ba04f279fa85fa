import { readFileSync } from 'node:fs'

/**
 * The type of a parameter. Written by `generate.ts` from the declarations of the `stripe` package:
 * s text, i whole number, n number, b boolean, m metadata; e one of a list; a list; d dictionary;
 * o object with its required names in r; u one of several; z may also be empty.
 */
export type Accepted =
  | 's'
  | 'i'
  | 'n'
  | 'b'
  | 'm'
  | { e: string[] }
  | { a: Accepted }
  | { d: Accepted }
  | { o: Record<string, Accepted>; r?: string[] }
  | { u: Accepted[] }
  | { z: Accepted }

export type AcceptedObject = Extract<Accepted, { o: unknown }>

const table = JSON.parse(
  readFileSync(new URL('./accepted-params.json', import.meta.url), 'utf8'),
) as Record<string, AcceptedObject>

/** The parameters of one call, by the name of its declaration, e.g. `CustomerCreateParams`. */
export function acceptedParams(name: string): AcceptedObject {
  const accepted = table[name]
  if (!accepted) throw new Error(`No parameters for ${name}: add it to generate.ts`)
  return accepted
}
