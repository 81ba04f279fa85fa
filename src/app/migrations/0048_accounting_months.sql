CREATE TABLE "accounting_files" (
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "accounting_files_month_kind_pk" PRIMARY KEY("month","kind")
);
--> statement-breakpoint
CREATE TABLE "accounting_months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" text NOT NULL,
	"figures" jsonb NOT NULL,
	"hashes" jsonb NOT NULL,
	CONSTRAINT "accounting_months_month" CHECK ("accounting_months"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "movement_reads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movement_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"read_from" timestamp with time zone NOT NULL,
	"read_to" timestamp with time zone NOT NULL,
	"has_failed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"source_id" text,
	"payment_id" text,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"dated" text NOT NULL,
	"month" text NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_movements_month" CHECK ("provider_movements"."month" >= "provider_movements"."dated")
);
--> statement-breakpoint
ALTER TABLE "accounting_files" ADD CONSTRAINT "accounting_files_month_accounting_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."accounting_months"("month") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_movements_month" ON "provider_movements" USING btree ("month","created_at","id");--> statement-breakpoint
CREATE INDEX "provider_movements_payment" ON "provider_movements" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "provider_movements_source" ON "provider_movements" USING btree ("source_id");