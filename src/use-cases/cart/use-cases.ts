export { changeCart } from './change-cart.ts'
export { viewCart } from './view-cart.ts'
