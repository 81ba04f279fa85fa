ALTER TABLE "books_checks" RENAME TO "reconciliations";--> statement-breakpoint
ALTER TABLE "reconciliations" RENAME CONSTRAINT "books_checks_pkey" TO "reconciliations_pkey";--> statement-breakpoint
ALTER SEQUENCE "books_checks_id_seq" RENAME TO "reconciliations_id_seq";--> statement-breakpoint
-- Processes of the version before write through this view during an upgrade. To be dropped.
CREATE VIEW "books_checks" AS SELECT * FROM "reconciliations";--> statement-breakpoint
CREATE TABLE "order_flags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	CONSTRAINT "order_flags_once" UNIQUE("order_id","reason","source")
);
--> statement-breakpoint
DROP INDEX "orders_attention";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "order_flags" ADD CONSTRAINT "order_flags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_flags_open" ON "order_flags" USING btree ("order_id") WHERE resolved_at is null;--> statement-breakpoint
INSERT INTO "order_flags" ("order_id", "reason", "source", "raised_at")
SELECT "order_id", 'disputed', "id", "opened_at" FROM "disputes" WHERE "state" IN ('needs-response', 'under-review');--> statement-breakpoint
INSERT INTO "order_flags" ("order_id", "reason", "raised_at")
SELECT "id", "attention", "created_at" FROM "orders" WHERE "attention" IS NOT NULL AND "attention" <> 'disputed';--> statement-breakpoint
-- The column stays for processes of the version before, which still write it. To be dropped.
UPDATE "orders" SET "attention" = NULL WHERE "attention" IS NOT NULL;--> statement-breakpoint
-- A flag that a process of the version before raises during an upgrade.
CREATE FUNCTION "move_attention_to_flags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_flags" ("order_id", "reason") VALUES (NEW."id", NEW."attention")
	ON CONFLICT ("order_id", "reason", "source") DO UPDATE SET "resolved_at" = NULL, "resolved_by" = NULL;
	UPDATE "orders" SET "attention" = NULL WHERE "id" = NEW."id";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_attention_moves" AFTER INSERT OR UPDATE OF "attention" ON "orders"
FOR EACH ROW WHEN (NEW."attention" IS NOT NULL) EXECUTE FUNCTION "move_attention_to_flags"();
