CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "deleted_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"record" jsonb NOT NULL,
	"deleted_by" uuid NOT NULL,
	"erase_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "mailing_list_last_name";--> statement-breakpoint
DROP INDEX "mailing_list_first_name";--> statement-breakpoint
DROP INDEX "users_last_name";--> statement-breakpoint
DROP INDEX "users_first_name";--> statement-breakpoint
ALTER TABLE "mailing_list_clients" ADD COLUMN "search_text" text GENERATED ALWAYS AS (regexp_replace(normalize(lower(' ' || first_name || ' ' || last_name || ' ' || full_name || ' ' || email), NFD), '[\u0300-\u036f]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_bought" boolean GENERATED ALWAYS AS (last_order_at is not null) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (regexp_replace(normalize(lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone || ' ' || coalesce(stripe_customer_id, '')), NFD), '[\u0300-\u036f]', '', 'g')) STORED;--> statement-breakpoint
CREATE INDEX "mailing_list_by_last_name" ON "mailing_list_clients" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","unsubscribed_at");--> statement-breakpoint
CREATE INDEX "mailing_list_by_first_name" ON "mailing_list_clients" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","unsubscribed_at");--> statement-breakpoint
CREATE INDEX "mailing_list_by_email" ON "mailing_list_clients" USING btree ("email","id","unsubscribed_at");--> statement-breakpoint
CREATE INDEX "mailing_list_unsubscribed" ON "mailing_list_clients" USING btree ("unsubscribed_at");--> statement-breakpoint
CREATE INDEX "mailing_list_search" ON "mailing_list_clients" USING gin ("search_text" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_by_stripe" ON "users" USING btree ("stripe_customer_id","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_by_subscription" ON "users" USING btree (coalesce("subscription", 'active'),"last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_by_optional_text" ON "users" USING btree (("optional_text" = ''),"optional_text" collate "und-x-icu","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_filters" ON "users" USING btree ("membership_level","subscription","has_bought");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE FUNCTION tell_desk_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    PERFORM pg_notify('desk_' || tg_table_name, '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_desk_of_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM before JOIN after USING (id)
    WHERE ROW(before.search_text, before.first_name, before.last_name, before.membership_level,
        before.subscription, before.optional_text, before.by_email, before.by_phone,
        before.has_bought)
      IS DISTINCT FROM ROW(after.search_text, after.first_name, after.last_name,
        after.membership_level, after.subscription, after.optional_text, after.by_email,
        after.by_phone, after.has_bought)
  ) THEN
    PERFORM pg_notify('desk_users', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_desk_of_changed_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM before JOIN after USING (id)
    WHERE ROW(before.search_text, before.first_name, before.last_name, before.unsubscribed_at)
      IS DISTINCT FROM ROW(after.search_text, after.first_name, after.last_name,
        after.unsubscribed_at)
  ) THEN
    PERFORM pg_notify('desk_mailing_list_clients', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_new AFTER INSERT ON "users"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_rows();
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_gone AFTER DELETE ON "users"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_rows();
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_changed AFTER UPDATE ON "users"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_changed_users();
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_new AFTER INSERT ON "mailing_list_clients"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_rows();
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_gone AFTER DELETE ON "mailing_list_clients"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_rows();
--> statement-breakpoint
CREATE TRIGGER tell_desk_of_changed AFTER UPDATE ON "mailing_list_clients"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_desk_of_changed_clients();
