-- Claims and pickups list shipments in some states: both are notified when one comes into or leaves those.
-- By row with a condition, as most changes of state are of boxes on their way.
CREATE TRIGGER list_of_claims_updated AFTER UPDATE ON "shipments" FOR EACH ROW
  WHEN (old.state <> new.state and (old.state in ('lost', 'damaged') or new.state in ('lost', 'damaged')))
  EXECUTE FUNCTION notify_list('claims');--> statement-breakpoint
CREATE TRIGGER list_of_pickups_updated AFTER UPDATE ON "shipments" FOR EACH ROW
  WHEN (new.method = 'pickup' and old.state <> new.state)
  EXECUTE FUNCTION notify_list('pickups');
