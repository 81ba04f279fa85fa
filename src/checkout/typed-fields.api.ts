import { z } from 'zod'

import type { Typed, TypedField } from '#catalogue/destinations/typed-fields.rules.ts'
import { typedFieldNames, typedFields } from '#catalogue/destinations/typed-fields.rules.ts'

const typed = (about: string) => z.string().max(2_000).optional().describe(about)

/** What is typed beside the cart; read with its rules when the checkout is opened. */
export const typedSchemas = Object.fromEntries(
  typedFieldNames.map((name) => [name, typed(typedFields[name])]),
) as Record<TypedField, ReturnType<typeof typed>>

/** The address that the page showed. */
export const shownShipTo = z
  .string()
  .max(2_000)
  .optional()
  .describe('Where the page said that the wine goes; refused if it goes elsewhere.')

/** What a call sent of it. */
export const typedIn = (sent: Partial<Record<TypedField, string | undefined>>): Typed =>
  Object.fromEntries(typedFieldNames.map((name) => [name, sent[name] ?? '']))
