CREATE TABLE "order_differences" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"by" text NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_cents" integer,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_differences_refund" CHECK ("order_differences"."refund_cents" <= coalesce("order_differences"."paid_cents", 0))
);
--> statement-breakpoint
ALTER TABLE "order_differences" ADD CONSTRAINT "order_differences_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_differences" ADD CONSTRAINT "order_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_differences_order" ON "order_differences" USING btree ("order_id");