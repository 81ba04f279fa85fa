import { redirect } from 'react-router'

import { isShippingMethod, maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { quantityOf } from '#checkout/cart/cart.rules.ts'
import { notices } from '#checkout/notices.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf, requireMember } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/cart.route'
import type { CartChange } from './cart-change.rules.ts'
import type { CartResponse } from './cart-response.ts'
import { changeCart } from './change-cart.actions.server.ts'
import { viewCart } from './view-cart.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

const wantsJson = (request: Request) =>
  request.headers.get('accept')?.includes('application/json') ?? false

/** The cart as data for the page's script. A browser navigation is redirected to its panel. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!wantsJson(request)) return redirect(paths.members(undefined, { cart: 'open' }))
  const view = await viewCart(context.get(servicesContext), memberOf(context))
  return Response.json({ view, whyNot: null } satisfies CartResponse)
}

/** Applies one change to the cart. A plain form is redirected to its page; the script gets JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, viewer } = callerOf(context)
  const form = await request.formData()
  const change = changeFrom(form)
  if (!change) throw httpError(400)
  const changed = await changeCart(services, viewer, change)
  if (wantsJson(request)) {
    return Response.json(changed satisfies CartResponse)
  }
  const to = safeReturnTo(textOf(form, 'to'), paths.members(undefined, { cart: 'open' }))
  const held = quantityOf(changed.view.cart, 'productId' in change ? change.productId : '')
  // That a wine has reached its maximum is said below its buttons already.
  const isSaid = changed.whyNot === 'cart-full' && held >= maxQuantity
  if (!changed.whyNot || isSaid) return redirect(to, 303)
  const isPanelOpen = new URL(to, 'http://here.invalid').searchParams.get('cart') === 'open'
  const at = isPanelOpen ? 'cart' : 'content'
  return redirectWithFlash(to, { ...notices[changed.whyNot], at }, context)
}

function changeFrom(form: FormData): CartChange | null {
  const productId = textOf(form, 'productId')
  const method = form.get('method')
  const quantity = wholeNumber(form.get('quantity'))
  const upTo = wholeNumber(form.get('upTo'))
  switch (form.get('kind')) {
    case 'add':
      return { kind: 'add', productId, ...(upTo !== null && { upTo }) }
    case 'set-quantity':
      return quantity !== null ? { kind: 'set-quantity', productId, quantity } : null
    case 'choose-shipping':
      return isShippingMethod(method) ? { kind: 'choose-shipping', method } : null
    case 'keep-one-order':
      return { kind: 'keep-one-order' }
    case 'put-back':
      return { kind: 'put-back' }
    default:
      return null
  }
}

function wholeNumber(typed: FormDataEntryValue | null): number | null {
  return /^-?\d{1,9}$/.test(String(typed)) ? Number(typed) : null
}
