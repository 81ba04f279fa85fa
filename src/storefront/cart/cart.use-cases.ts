export { changeCart } from './change-cart.actions.server.ts'
export { viewCart } from './view-cart.actions.server.ts'
