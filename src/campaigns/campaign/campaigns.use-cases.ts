export { entrySecretOf, enterByLink, viewEntry } from '../links/enter-by-link.actions.server.ts'
export { sendCampaign, processCampaigns } from './send-campaign.actions.server.ts'
export { saveCampaign } from './write-campaign.actions.server.ts'
