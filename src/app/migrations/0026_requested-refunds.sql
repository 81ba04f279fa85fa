ALTER TABLE "reconciliations" RENAME COLUMN "asked_by" TO "requested_by";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "asked_by" TO "requested_by";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
DROP INDEX "refunds_asked";--> statement-breakpoint
DROP INDEX "refunds_order";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "state" SET DEFAULT 'requested';--> statement-breakpoint
UPDATE "refunds" SET "state" = 'requested' WHERE "state" = 'asked';--> statement-breakpoint
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("requested_at") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","requested_at");--> statement-breakpoint
ALTER TABLE "one_time_links" DROP COLUMN "confirmed_at";
