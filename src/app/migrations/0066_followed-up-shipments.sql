-- A follow-up takes a shipment off those that need a person.
CREATE TRIGGER list_shipments_followed_up AFTER UPDATE OF "followed_up_at" ON "shipments" FOR EACH ROW
  WHEN (OLD.followed_up_at IS DISTINCT FROM NEW.followed_up_at) EXECUTE FUNCTION notify_list('shipments');
