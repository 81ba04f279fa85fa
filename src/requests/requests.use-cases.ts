export { askAboutClub, askForMore, askOther, requestWine } from './ask.actions.server.ts'
export { answerRequest, confirmSubscription, grantClub } from './answer-request.actions.server.ts'
export { changeSubscription } from './change-subscription.actions.server.ts'
export { closeQueue } from './queues/close-queue.actions.server.ts'
export { declineLine, declineRequests } from './decline-requests.actions.server.ts'
export { grantQueue, previewQueue } from './queues/grant-by-queue.actions.server.ts'
export { grantRequest } from './grants/grant-request.actions.server.ts'
export { nameLaterVintage } from './name-later-vintage.actions.server.ts'
export {
  changeOwnRequest,
  hasOwnRequests,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './own-requests.actions.server.ts'
export { saveQueue, viewQueue, requestedWines } from './queues/request-queue.actions.server.ts'
export {
  dropAnswer,
  keepAnswer,
  showRequests,
  viewRequestSettings,
} from './queues/request-settings.actions.server.ts'
export { viewRequest } from './view-request.actions.server.ts'
export { processGrants } from './grants/process-grants.actions.server.ts'
