export { entrySecretOf, enterByLink, viewEntry } from '../links/enter-by-link.actions.server.ts'
export { sendCampaign, processCampaigns } from './send-campaign.actions.server.ts'
export { moveCampaign, scheduleCampaign, sendTestCampaign } from './turn-campaign.actions.server.ts'
export {
  findCampaignRecipients,
  previewCampaign,
  viewCampaignRecipient,
} from './preview-campaign.actions.server.ts'
export { viewCampaign } from './view-campaign.actions.server.ts'
export {
  createCampaign,
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './write-campaign.actions.server.ts'
