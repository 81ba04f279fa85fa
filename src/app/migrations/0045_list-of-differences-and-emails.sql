DROP INDEX "mails_undelivered";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "mails_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("number") WHERE state in ('failed', 'dead') or (state = 'queued' and last_error is not null);--> statement-breakpoint
CREATE VIEW "public"."reconciliation_differences" AS (
  select run.id * 1000 + 1000 - found.place as id, run.id as reconciliation,
    run.started_at as found_at, found.difference
  from reconciliations as run,
    jsonb_array_elements(run.differences) with ordinality as found (difference, place));--> statement-breakpoint
CREATE TRIGGER list_changed AFTER INSERT OR DELETE OR UPDATE ON "reconciliations"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list('differences');--> statement-breakpoint
-- By row with a condition: nearly every email is sent at its first attempt, and no list shows those.
CREATE TRIGGER list_updated AFTER UPDATE ON "mails" FOR EACH ROW
  WHEN (old.state in ('failed', 'dead') or new.state in ('failed', 'dead')
    or (new.state = 'queued' and new.last_error is not null)
    or (old.state = 'queued' and old.last_error is not null))
  EXECUTE FUNCTION notify_list('emails');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "mails" FOR EACH ROW
  WHEN (old.state in ('failed', 'dead') or (old.state = 'queued' and old.last_error is not null))
  EXECUTE FUNCTION notify_list('emails');
