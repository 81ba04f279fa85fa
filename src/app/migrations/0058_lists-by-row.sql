-- By row with a condition, as of emails: a purchase updates its buyer twice and its order once, without a change
-- that their lists show, and comparing transition tables took 0.7 ms each time.
DROP TRIGGER list_updated ON "users";--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((old.id, old.search_text, old.first_name, old.last_name, old.membership_level, old.subscription,
      old.optional_text, old.by_email, old.by_phone, old.has_bought, old.erase_at)
    IS DISTINCT FROM
    (new.id, new.search_text, new.first_name, new.last_name, new.membership_level, new.subscription,
      new.optional_text, new.by_email, new.by_phone, new.has_bought, new.erase_at))
  EXECUTE FUNCTION notify_list('users');--> statement-breakpoint
DROP TRIGGER list_updated ON "orders";--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN ((old.id, old.name, old.email, old.state, old.refunded_cents)
    IS DISTINCT FROM (new.id, new.name, new.email, new.state, new.refunded_cents))
  EXECUTE FUNCTION notify_list('orders');
