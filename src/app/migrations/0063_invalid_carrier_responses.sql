-- The release before counts in `nonsense` and `nonsense_since`, which stay until it no longer runs.
ALTER TABLE "carrier_contacts" ADD COLUMN "invalid_responses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_contacts" ADD COLUMN "invalid_since" timestamp with time zone;