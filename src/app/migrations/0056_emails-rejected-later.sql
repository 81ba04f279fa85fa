DROP INDEX "mails_undelivered";--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("number") WHERE state in ('failed', 'dead') or (state in ('queued', 'sent') and last_error is not null);--> statement-breakpoint
-- The list of emails shows what was rejected after it was sent, too.
DROP TRIGGER list_updated ON "mails";--> statement-breakpoint
DROP TRIGGER list_deleted ON "mails";--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "mails" FOR EACH ROW
  WHEN (old.state in ('failed', 'dead') or new.state in ('failed', 'dead')
    or (new.state in ('queued', 'sent') and new.last_error is not null)
    or (old.state in ('queued', 'sent') and old.last_error is not null))
  EXECUTE FUNCTION notify_list('emails');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "mails" FOR EACH ROW
  WHEN (old.state in ('failed', 'dead')
    or (old.state in ('queued', 'sent') and old.last_error is not null))
  EXECUTE FUNCTION notify_list('emails');
