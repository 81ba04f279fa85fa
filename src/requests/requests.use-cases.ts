export { askAboutClub, askForMore, requestWine } from './ask.actions.server.ts'
export { changeSubscription } from './change-subscription.actions.server.ts'
export { hasOwnRequests } from './own-requests.actions.server.ts'
