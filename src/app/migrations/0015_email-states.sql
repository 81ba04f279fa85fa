UPDATE "mails" SET "state" = 'failed' WHERE "state" = 'dead';--> statement-breakpoint
UPDATE "mails" SET "state" = 'suppressed' WHERE "state" = 'withheld';--> statement-breakpoint
ALTER INDEX "mails_waiting" RENAME TO "mails_queued";--> statement-breakpoint
ALTER INDEX "mails_underway" RENAME TO "mails_sending";--> statement-breakpoint
DROP INDEX "mails_dead";--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("created_at") WHERE state in ('failed', 'dead') or (state = 'queued' and last_error is not null);
