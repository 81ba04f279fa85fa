DROP INDEX "mailing_list_by_last_name";--> statement-breakpoint
DROP INDEX "mailing_list_by_first_name";--> statement-breakpoint
DROP INDEX "mailing_list_by_email";--> statement-breakpoint
DROP INDEX "users_by_last_name";--> statement-breakpoint
DROP INDEX "users_by_first_name";--> statement-breakpoint
DROP INDEX "users_by_email";--> statement-breakpoint
DROP INDEX "users_by_stripe";--> statement-breakpoint
DROP INDEX "users_by_subscription";--> statement-breakpoint
DROP INDEX "users_by_optional_text";--> statement-breakpoint
CREATE INDEX "mailing_list_by_last_name" ON "mailing_list_clients" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","unsubscribed_at","search_text");--> statement-breakpoint
CREATE INDEX "mailing_list_by_first_name" ON "mailing_list_clients" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","unsubscribed_at","search_text");--> statement-breakpoint
CREATE INDEX "mailing_list_by_email" ON "mailing_list_clients" USING btree ("email","id","unsubscribed_at","search_text");--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","search_text");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","last_name" collate "und-x-icu","id","membership_level","subscription","has_bought","search_text");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email","id","membership_level","subscription","has_bought","search_text");--> statement-breakpoint
CREATE INDEX "users_by_stripe" ON "users" USING btree ("stripe_customer_id","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","search_text");--> statement-breakpoint
CREATE INDEX "users_by_subscription" ON "users" USING btree (coalesce("subscription", 'active'),"last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","search_text");--> statement-breakpoint
CREATE INDEX "users_by_optional_text" ON "users" USING btree (("optional_text" = ''),"optional_text" collate "und-x-icu","last_name" collate "und-x-icu","first_name" collate "und-x-icu","id","membership_level","subscription","has_bought","search_text");