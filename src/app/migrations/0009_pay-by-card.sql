DROP INDEX "checkouts_one_open_per_member";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "confirmation_token" text;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open_per_member" ON "checkouts" USING btree ("user_id") WHERE state = 'open' and channel in ('cart', 'card');