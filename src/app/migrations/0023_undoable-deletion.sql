ALTER TABLE "mailing_list_clients" ADD COLUMN "deleted_by" uuid;
--> statement-breakpoint
ALTER TABLE "mailing_list_clients" ADD COLUMN "erase_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_by" uuid;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_at" timestamp with time zone;
--> statement-breakpoint
-- Moves deletions that can still be undone onto the rows themselves.
DO $$
DECLARE
  moved record;
BEGIN
  FOR moved IN SELECT * FROM (VALUES
    ('mailing_list_clients', 'deleted_clients', $s$jsonb_populate_record(null::mailing_list_clients, w.record)$s$, true),
    ('users', 'deleted_users', $s$jsonb_populate_record(null::users, w.record -> 'user')$s$, true),
    ('identities', 'deleted_users', $s$jsonb_populate_recordset(null::identities, coalesce(nullif(w.record -> 'identities', 'null'), '[]'))$s$, false),
    ('carts', 'deleted_users', $s$jsonb_populate_recordset(null::carts, coalesce(nullif(w.record -> 'carts', 'null'), '[]'))$s$, false),
    ('cart_lines', 'deleted_users', $s$jsonb_populate_recordset(null::cart_lines, coalesce(nullif(w.record -> 'cart_lines', 'null'), '[]'))$s$, false)
  ) AS tables (target, source, rows, is_marked) LOOP
    EXECUTE (
      SELECT format('INSERT INTO %I (%s) SELECT %s FROM %I AS w, LATERAL %s AS r WHERE w.erase_at > now()',
        moved.target, string_agg(quote_ident(column_name), ', '),
        string_agg(CASE
          WHEN moved.is_marked AND column_name IN ('deleted_by', 'erase_at') THEN 'w.' || column_name
          WHEN moved.is_marked AND column_name = 'email' OR column_name = 'account_id'
            THEN format('%L || r.%s', 'deleted:', column_name)
          ELSE 'r.' || quote_ident(column_name) END, ', '),
        moved.source, moved.rows)
      FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = moved.target AND is_generated = 'NEVER');
  END LOOP;
  UPDATE orders SET user_id = w.id FROM deleted_users AS w
    WHERE w.erase_at > now() AND user_id IS NULL AND orders.id IN (SELECT value::uuid
      FROM jsonb_array_elements_text(coalesce(nullif(w.record -> 'orders', 'null'), '[]')));
  UPDATE checkouts SET user_id = w.id FROM deleted_users AS w
    WHERE w.erase_at > now() AND user_id IS NULL AND checkouts.id IN (SELECT value::uuid
      FROM jsonb_array_elements_text(coalesce(nullif(w.record -> 'checkouts', 'null'), '[]')));
END $$;
--> statement-breakpoint
ALTER TABLE "deleted_clients" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "deleted_users" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP TABLE "deleted_clients" CASCADE;
--> statement-breakpoint
DROP TABLE "deleted_users" CASCADE;
--> statement-breakpoint
DROP INDEX "mailing_list_by_last_name";
--> statement-breakpoint
DROP INDEX "mailing_list_by_first_name";
--> statement-breakpoint
DROP INDEX "mailing_list_by_email";
--> statement-breakpoint
DROP INDEX "mailing_list_unsubscribed";
--> statement-breakpoint
DROP INDEX "users_by_last_name";
--> statement-breakpoint
DROP INDEX "users_by_first_name";
--> statement-breakpoint
DROP INDEX "users_by_email";
--> statement-breakpoint
DROP INDEX "users_by_stripe";
--> statement-breakpoint
DROP INDEX "users_by_subscription";
--> statement-breakpoint
DROP INDEX "users_by_optional_text";
--> statement-breakpoint
DROP INDEX "users_filters";
--> statement-breakpoint
CREATE INDEX "mailing_list_due" ON "mailing_list_clients" USING btree ("erase_at") WHERE erase_at is not null;
--> statement-breakpoint
CREATE INDEX "users_due" ON "users" USING btree ("erase_at") WHERE erase_at is not null;
--> statement-breakpoint
CREATE INDEX "mailing_list_by_last_name" ON "mailing_list_clients" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","unsubscribed_at","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "mailing_list_by_first_name" ON "mailing_list_clients" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","unsubscribed_at","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "mailing_list_by_email" ON "mailing_list_clients" USING btree ("email","id","unsubscribed_at","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "mailing_list_unsubscribed" ON "mailing_list_clients" USING btree ("unsubscribed_at","erase_at");
--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_by_stripe" ON "users" USING btree ("stripe_customer_id","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_by_subscription" ON "users" USING btree (coalesce("subscription", 'active'),"last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_by_optional_text" ON "users" USING btree (("optional_text" = ''),"optional_text" collate "und-x-icu","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","erase_at","search_text");
--> statement-breakpoint
CREATE INDEX "users_filters" ON "users" USING btree ("membership_level","subscription","has_bought","erase_at");
--> statement-breakpoint
DROP TRIGGER list_updated ON "users";
--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "users" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('users', 'id', 'search_text', 'first_name', 'last_name', 'membership_level', 'subscription', 'optional_text', 'by_email', 'by_phone', 'has_bought', 'erase_at');
--> statement-breakpoint
DROP TRIGGER list_updated ON "mailing_list_clients";
--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "mailing_list_clients" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('joined', 'id', 'search_text', 'first_name', 'last_name', 'unsubscribed_at', 'erase_at');
