CREATE TABLE "approval_rules" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"refund_over_cents" integer,
	"ends_release" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "approval_rules_one" CHECK ("approval_rules"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"number" integer,
	"detail" text DEFAULT '' NOT NULL,
	"amount_cents" integer,
	"wish" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_key" text,
	"state" text DEFAULT 'open' NOT NULL,
	"asked_by" uuid,
	"asked_by_email" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lapses_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_by_email" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "approvals_two_people" CHECK (state <> 'approved' or asked_by is distinct from decided_by
      or asked_by is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_one_open" ON "approvals" USING btree ("kind","subject") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_request" ON "approvals" USING btree ("request_key") WHERE state in ('open', 'approved');--> statement-breakpoint
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("kind","subject","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_lapsing" ON "approvals" USING btree ("lapses_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "approvals_asked" ON "approvals" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_by");--> statement-breakpoint
CREATE FUNCTION tasks_of_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  task_kind text := CASE NEW.kind WHEN 'refund' THEN 'refund-approval' ELSE 'release-approval' END;
BEGIN
  IF NEW.state = 'open' THEN
    PERFORM open_task(task_kind, NEW.subject, NEW.number, coalesce(NEW.amount_cents::text, NEW.detail),
      NEW.asked_at, NEW.lapses_at);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM close_task(task_kind, NEW.subject,
      CASE WHEN NEW.state IN ('approved', 'declined') THEN 'done' ELSE 'obsolete' END);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "state" ON "approvals"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_approvals();
