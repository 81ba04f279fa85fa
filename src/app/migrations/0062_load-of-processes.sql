ALTER TABLE "process_reports" ADD COLUMN "loop_delay" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "process_reports" ADD COLUMN "connections_waited_for" integer DEFAULT 0 NOT NULL;