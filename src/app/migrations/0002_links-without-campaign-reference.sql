-- Links belong to accounts, which do not know campaigns. The release before needs no reference either.
ALTER TABLE "entry_links" DROP CONSTRAINT "entry_links_campaign_id_campaigns_id_fk";
