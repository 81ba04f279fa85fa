/**
 * Writes accepted-params.json from the declarations of the installed `stripe` package, so that the
 * fake server accepts and refuses exactly the parameters of that version.
 * Run after every change of that package: node fakes/payments/params/generate.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Accepted, AcceptedObject } from './accepted.ts'
import {
  readDeclarations,
  resolveName,
  type Member,
  type Scope,
  type TypeNode,
} from './read-declarations.ts'

const declarations = fileURLToPath(new URL('../../../node_modules/stripe/esm/', import.meta.url))

const calls: Record<string, string[]> = {
  Balance: ['BalanceRetrieveParams'],
  BalanceTransactions: ['BalanceTransactionRetrieveParams', 'BalanceTransactionListParams'],
  Charges: ['ChargeRetrieveParams', 'ChargeListParams'],
  'Checkout/Sessions': [
    'Checkout.SessionCreateParams',
    'Checkout.SessionRetrieveParams',
    'Checkout.SessionListParams',
    'Checkout.SessionExpireParams',
    'Checkout.SessionListLineItemsParams',
  ],
  ConfirmationTokens: ['ConfirmationTokenRetrieveParams'],
  'TestHelpers/ConfirmationTokens': ['TestHelpers.ConfirmationTokenCreateParams'],
  Customers: [
    'CustomerCreateParams',
    'CustomerRetrieveParams',
    'CustomerUpdateParams',
    'CustomerListParams',
    'CustomerDeleteParams',
    'CustomerListPaymentMethodsParams',
    'CustomerRetrievePaymentMethodParams',
  ],
  Disputes: [
    'DisputeRetrieveParams',
    'DisputeUpdateParams',
    'DisputeListParams',
    'DisputeCloseParams',
  ],
  Events: ['EventListParams'],
  PaymentIntents: [
    'PaymentIntentCreateParams',
    'PaymentIntentRetrieveParams',
    'PaymentIntentUpdateParams',
    'PaymentIntentListParams',
    'PaymentIntentConfirmParams',
    'PaymentIntentCaptureParams',
    'PaymentIntentCancelParams',
  ],
  PaymentMethods: [
    'PaymentMethodRetrieveParams',
    'PaymentMethodListParams',
    'PaymentMethodAttachParams',
    'PaymentMethodDetachParams',
  ],
  Payouts: ['PayoutCreateParams', 'PayoutRetrieveParams', 'PayoutListParams'],
  Prices: ['PriceCreateParams', 'PriceRetrieveParams', 'PriceUpdateParams', 'PriceListParams'],
  Products: [
    'ProductCreateParams',
    'ProductUpdateParams',
    'ProductListParams',
    'ProductDeleteParams',
  ],
  Refunds: ['RefundCreateParams', 'RefundListParams'],
  ShippingRates: ['ShippingRateCreateParams', 'ShippingRateUpdateParams', 'ShippingRateListParams'],
  TaxRates: ['TaxRateCreateParams', 'TaxRateRetrieveParams', 'TaxRateListParams'],
  WebhookEndpoints: [
    'WebhookEndpointCreateParams',
    'WebhookEndpointRetrieveParams',
    'WebhookEndpointUpdateParams',
    'WebhookEndpointListParams',
    'WebhookEndpointDeleteParams',
  ],
}

/** The only non-integer numbers of these calls; the declarations do not distinguish them. */
const fractional = new Set(['percentage', 'service_tax_rate'])

const shared = readFileSync(`${declarations}shared.d.ts`, 'utf8')

function describeMembers(members: Member[], scope: Scope): AcceptedObject {
  const o: Record<string, Accepted> = {}
  const r: string[] = []
  for (const member of members) {
    const described = describe(member.type, scope)
    o[member.name] = described === 'i' && fractional.has(member.name) ? 'n' : described
    if (!member.optional) r.push(member.name)
  }
  return r.length > 0 ? { o, r } : { o }
}

function describeUnion(of: TypeNode[], scope: Scope): Accepted {
  const open = of.filter((part) => part.kind !== 'name' || part.name !== 'OtherString')
  const filled = open.filter(
    (part) =>
      !(part.kind === 'name' && part.name === 'null') &&
      !(part.kind === 'literal' && part.value === ''),
  )
  const empty = filled.length < open.length
  const literals = filled.filter((part) => part.kind === 'literal').map((part) => part.value)
  const rest = filled.filter((part) => part.kind !== 'literal').map((part) => describe(part, scope))
  const parts: Accepted[] = literals.length > 0 ? [{ e: literals }, ...rest] : rest
  const whole = parts.length === 1 ? parts[0]! : { u: parts }
  return empty ? { z: whole } : whole
}

function describe(type: TypeNode, scope: Scope): Accepted {
  if (type.kind === 'literal') return { e: [type.value] }
  if (type.kind === 'union') return describeUnion(type.of, scope)
  if (type.kind === 'dictionary') return { d: describe(type.of, scope) }
  if (type.kind === 'object') return describeMembers(type.members, scope)
  const [argument] = type.args
  switch (type.name) {
    case 'string':
    case 'Decimal':
    case 'Uint8Array':
    case 'Date':
      return 's'
    case 'number':
      return 'i'
    case 'boolean':
    case 'true':
    case 'false':
      return 'b'
    case 'MetadataParam':
    case 'Metadata':
      return 'm'
    case 'Array':
      return { a: describe(argument!, scope) }
    case 'Emptyable':
      return { z: describe(argument!, scope) }
  }
  const found = resolveName(type.name, scope)
  if (!found) throw new Error(`${type.name} is not declared here`)
  if ('type' in found) return describe(found.type, found.scope)
  return describeMembers(allMembers(found), found.scope)
}

type Declared = { extends: TypeNode | null; members: Member[]; scope: Scope }

function allMembers(declared: Declared): Member[] {
  if (declared.extends?.kind !== 'name') return declared.members
  const base = resolveName(declared.extends.name, declared.scope)
  if (!base || 'type' in base) throw new Error(`${declared.extends.name} is not declared here`)
  const own = new Set(declared.members.map((member) => member.name))
  return [...allMembers(base).filter((member) => !own.has(member.name)), ...declared.members]
}

export function generateAcceptedParams(): string {
  const table: Record<string, Accepted> = {}
  for (const [file, names] of Object.entries(calls)) {
    const scope = readDeclarations(
      readFileSync(`${declarations}resources/${file}.d.ts`, 'utf8'),
      readDeclarations(shared),
    )
    for (const name of names)
      table[name.split('.').pop()!] = describe({ kind: 'name', name, args: [] }, scope)
  }
  const lines = Object.entries(table).map(
    ([name, accepted]) => `${JSON.stringify(name)}: ${JSON.stringify(accepted)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

if (import.meta.main) {
  writeFileSync(new URL('./accepted-params.json', import.meta.url), generateAcceptedParams())
}
