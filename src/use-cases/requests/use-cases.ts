export { askAboutClub, askForMore, askOther, requestWine } from './ask.ts'
export { answerRequest, confirmSubscription, grantClub } from './answer-request.ts'
export { closeQueue } from './close-queue.ts'
export { declineLine, declineRequests } from './decline-requests.ts'
export { grantQueue, previewQueue } from './grant-by-queue.ts'
export { grantRequest } from './grant-request.ts'
export { nameLaterVintage } from './name-later-vintage.ts'
export {
  changeOwnRequest,
  hasOwnRequests,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './own-requests.ts'
export { saveQueue, viewQueue, requestedWines } from './request-queue.ts'
export { dropAnswer, keepAnswer, showRequests, viewRequestSettings } from './request-settings.ts'
export { viewRequest } from './view-request.ts'
export { processGrants } from './process-grants.ts'
