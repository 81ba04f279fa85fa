-- Live admin lists: one channel whose payload is the list's name, and two trigger functions for every
-- list. Arguments: the list's name, then for updates the columns it shows.
CREATE FUNCTION notify_list_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    PERFORM pg_notify('list_changes', tg_argv[0]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Compares sets: a join of transition tables has no statistics, and compared each row with every other.
CREATE FUNCTION notify_list_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns text := array_to_string(tg_argv[1:], ', ');
  changed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT %1$s FROM after EXCEPT SELECT %1$s FROM before)', columns)
    INTO changed;
  IF changed THEN
    PERFORM pg_notify('list_changes', tg_argv[0]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER tell_desk_of_new ON "users";--> statement-breakpoint
DROP TRIGGER tell_desk_of_gone ON "users";--> statement-breakpoint
DROP TRIGGER tell_desk_of_changed ON "users";--> statement-breakpoint
DROP TRIGGER tell_desk_of_new ON "mailing_list_clients";--> statement-breakpoint
DROP TRIGGER tell_desk_of_gone ON "mailing_list_clients";--> statement-breakpoint
DROP TRIGGER tell_desk_of_changed ON "mailing_list_clients";--> statement-breakpoint
DROP FUNCTION tell_desk_of_rows();--> statement-breakpoint
DROP FUNCTION tell_desk_of_changed_users();--> statement-breakpoint
DROP FUNCTION tell_desk_of_changed_clients();--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "users" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('users');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "users" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('users');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "users" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('users', 'id', 'search_text', 'first_name',
    'last_name', 'membership_level', 'subscription', 'optional_text', 'by_email', 'by_phone',
    'has_bought');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "mailing_list_clients" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('joined');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "mailing_list_clients" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('joined');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "mailing_list_clients" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('joined', 'id', 'search_text', 'first_name',
    'last_name', 'unsubscribed_at');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "orders" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('orders');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('orders', 'id', 'name', 'email', 'state',
    'refunded_cents');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "order_flags" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('orders');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "order_flags" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('orders', 'id', 'resolved_at');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('log');
