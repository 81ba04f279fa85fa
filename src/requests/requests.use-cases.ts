export { askAboutClub, askForMore, askOther, requestWine } from './ask.actions.server.ts'
export { changeSubscription } from './change-subscription.actions.server.ts'
export {
  changeOwnRequest,
  hasOwnRequests,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './own-requests.actions.server.ts'
export { processGrants } from './grants/process-grants.actions.server.ts'
