CREATE TABLE "imported_records" (
	"collection" text NOT NULL,
	"document_id" text NOT NULL,
	"record_id" uuid NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imported_records_collection_document_id_pk" PRIMARY KEY("collection","document_id")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(actor_email || ' ' || subject_label || ' ' || subject_id || ' ' || action, '@.-_', '    '))) STORED;--> statement-breakpoint
CREATE INDEX "audit_log_words" ON "audit_log" USING gin ("words");