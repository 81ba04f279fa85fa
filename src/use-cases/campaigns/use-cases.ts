export { sendCampaign, processCampaigns } from './send-campaign.ts'
export { moveCampaign, scheduleCampaign, sendTestCampaign } from './turn-campaign.ts'
export {
  findCampaignRecipients,
  previewCampaign,
  viewCampaignRecipient,
} from './preview-campaign.ts'
export { viewCampaign } from './view-campaign.ts'
export {
  createCampaign,
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './write-campaign.ts'
