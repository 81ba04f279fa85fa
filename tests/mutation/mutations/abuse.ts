import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const claimsTest = 'src/checkout/record-claims.api.db.test.ts'
const stockTest = 'src/catalogue/stock/set-stock.actions.db.test.ts'

/**
 * What the attacks in `tests/abuse/` try too: those need a server that is built, so each mistake is
 * noticed here by a test of the rule itself.
 */
export const abuse: readonly Mutation[] = [
  ...inFile(
    'src/accounts/sign-in/rate-limits.actions.server.ts',
    'src/accounts/sign-in/identity-log.api.db.test.ts',
    [
      [
        'reports of browsers fill the log',
        "withinLimits(services, requestAttempts('report-source', headers))",
        'Promise.resolve(true)',
      ],
    ],
  ),
  ...inFile('src/checkout/contract.api.ts', 'src/platform/api/api.api.db.test.ts', [
    [
      'a checkout takes fields of the buyer’s own making',
      '.strictObject({\n      user: userClaim.optional(),\n      product: productClaim.optional(),\n      quantity: quantity.optional(),\n      stripeShippingId',
      '.looseObject({\n      user: userClaim.optional(),\n      product: productClaim.optional(),\n      quantity: quantity.optional(),\n      stripeShippingId',
    ],
    [
      'half a case is checked out',
      'z.number().int().min(1).max(maxQuantity)',
      'z.number().min(1).max(maxQuantity)',
    ],
    [
      'a count in words is checked out',
      'z.number().int().min(1).max(maxQuantity)',
      'z.coerce.number().int().min(1).max(maxQuantity)',
    ],
  ]),
  ...inFile('src/platform/http/return-to.ts', 'src/platform/http/return-to.test.ts', [
    ['dots lead to another site', " && !url.pathname.startsWith('//')", ''],
  ]),
  ...inFile(
    'src/payments/stripe-payments.adapter.server.ts',
    'src/payments/payments.contract.test.ts',
    [
      [
        'an event is believed whoever signed it',
        'stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret)',
        'JSON.parse(String(rawBody))',
      ],
      [
        'an old event is believed once more',
        'constructEvent(rawBody, signature, settings.webhookSecret)',
        'constructEvent(rawBody, signature, settings.webhookSecret, 86_400)',
      ],
    ],
  ),
  ...inFile(
    'src/platform/http/cookies.rules.ts',
    'src/accounts/sign-in/better-auth.adapter.db.test.ts',
    [['another host may set our cookies', '`__Host-${name}` : name', 'name : name']],
  ),
  ...inFile('src/catalogue/wines/catalogue.rules.ts', stockTest, [
    ['what is sold out reads as too few left', 'available <= 0', 'available < 0'],
  ]),
  ...inFile('src/catalogue/wines/products.store.server.ts', stockTest, [
    [
      'what is sold can be bought again',
      'stock - held - sold - promised\n  const {',
      'stock - held - promised\n  const {',
    ],
  ]),
  ...inFile('src/platform/api/operation.api.ts', 'src/platform/api/openapi.api.db.test.ts', [
    [
      'a visitor’s call is answered as if it could not be read',
      'new ApiError(401,',
      'new ApiError(422,',
    ],
    [
      'a member’s call is read before the login is demanded',
      "onRequest: who === 'member' ? [requireLogin(call)] : []",
      'onRequest: []',
    ],
  ]),
  ...inFile(
    'src/accounts/google/sign-in-with-google.actions.server.ts',
    'src/accounts/google/sign-in-with-google.actions.db.test.ts',
    [
      [
        'Google is joined to who is logged in without being asked for',
        'state.connects && viewer && !viewer.isLimited',
        'viewer && !viewer.isLimited',
      ],
    ],
  ),
  ...inFile('src/checkout/record-claims.api.ts', claimsTest, [
    [
      'a call acts for another user',
      'matchesRecords(services, viewer, claims)',
      'matchesRecords(services, viewer, { product: claims.product })',
    ],
  ]),
  ...inFile(
    'src/accounts/account/own-customer.actions.server.ts',
    'src/checkout/card/cards.api.db.test.ts',
    [
      [
        'a call names an address that is not the profile’s',
        "if (!matchesClaim(profile, claim)) return { ok: false, reason: 'disagrees' }",
        '',
      ],
    ],
  ),
  ...inFile(
    'src/accounts/sign-in/recover-password.actions.server.ts',
    'src/accounts/sign-in/recover-password.actions.db.test.ts',
    [
      [
        'recovery says who has an account',
        "  await queueJob(services.db, 'send-recovery-email', { email: address.email })\n  return address",
        "  await queueJob(services.db, 'send-recovery-email', { email: address.email })\n  return (await userByEmail(services.db, address.email)) ? address : refused('invalid-email')",
      ],
    ],
  ),
]
