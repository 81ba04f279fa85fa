import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

export default [
  layout('routes/public/public-layout.tsx', [
    index('routes/public/home.tsx'),
    route('ex-join', 'routes/public/ex-join.tsx'),
    route('ex-joinedmaillist', 'routes/public/ex-joinedmaillist.tsx'),
    route('unsubscribe/:token', 'routes/public/unsubscribe.tsx'),
    route('login', 'routes/auth/login.tsx'),
    route('signin', 'routes/auth/register.tsx'),
    route('test', 'routes/public/test.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  route('logout', 'routes/auth/logout.ts'),
  route('age-gate', 'routes/public/age-gate.ts'),
  layout('routes/members/room.tsx', [
    route('members', 'routes/members/members.tsx'),
    route('members/orders/:number', 'routes/members/order.tsx'),
    route('dashboard', 'routes/members/dashboard.tsx'),
    route('mono', 'routes/members/mono.tsx'),
    route('ship', 'routes/members/ship.tsx'),
    route('edit/:id?', 'routes/members/edit.tsx'),
    route('succes', 'routes/members/purchase-thanks.tsx'),
  ]),
  route('cart', 'routes/members/cart.ts'),
  route('members/interest', 'routes/members/interest.ts'),
] satisfies RouteConfig
