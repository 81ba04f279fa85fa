-- The audit log is append-only for everything but this renaming of what is stored.
ALTER TABLE "audit_log" DISABLE TRIGGER audit_log_append_only;--> statement-breakpoint
UPDATE "audit_log" SET "action" = regexp_replace("action", '^client-', 'subscriber-') WHERE "action" LIKE 'client-%';--> statement-breakpoint
UPDATE "audit_log" SET "subject_kind" = 'subscriber' WHERE "subject_kind" = 'client';--> statement-breakpoint
UPDATE "audit_log" SET "after" = ("after" - 'clients') || jsonb_build_object('subscribers', "after" -> 'clients')
  WHERE "action" = 'records-imported' AND "after" ? 'clients';--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER audit_log_append_only;
