ALTER TABLE "reshipments" ADD COLUMN "paid_cents" integer;--> statement-breakpoint
ALTER TABLE "reshipments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reshipments" ADD COLUMN "refund_wanted_at" timestamp with time zone;