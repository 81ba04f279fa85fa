-- An email that failed for good and that staff leave unsent stays failed or rejected in its campaign.
CREATE OR REPLACE TRIGGER mails_settle_campaign AFTER UPDATE OF state ON "mails" FOR EACH ROW
WHEN (NEW.kind = 'campaign' AND NEW.state IN ('sent', 'suppressed', 'failed')
  AND NOT (OLD.state IN ('failed', 'dead') AND NEW.state = 'suppressed'))
EXECUTE FUNCTION settle_campaign_email();
