import type { Stripe } from 'stripe'

import type { CustomerProfile, Payments, SessionRequest } from './payments.ts'

export type ContractProvider = {
  payments: Payments
  /** The provider's SDK, without the adapter. */
  stripe: Stripe
  webhookSecret: string
  /** Creates what the shop refers to there; the ids by the name of their setting. */
  setUp: () => Promise<Record<string, string>>
}

/** What the parts of the contract share; filled before the first test. */
export type ContractContext = {
  provider: ContractProvider
  /** The ids of prices and rates by the name of their setting. */
  ids: Record<string, string>
  customerId: string
  request: (more?: Partial<SessionRequest>) => SessionRequest
  anAuthorised: (
    captureMethod?: 'manual' | 'automatic',
    card?: string,
  ) => Promise<{ id: string; checkoutId: string }>
}

export const profile: CustomerProfile = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: '4155550123',
  shipping: null,
}

export const address = {
  line1: '1200 Valencia Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94110',
}

export const minutes = (count: number) => new Date(Date.now() + count * 60_000)

export async function all<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

export const idsIn = async (pages: AsyncIterable<{ id: string }[]>) =>
  (await all(pages)).map(({ id }) => id)
