CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_notes_request_key_unique" UNIQUE("request_key"),
	CONSTRAINT "order_notes_text" CHECK (char_length("order_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_state" text GENERATED ALWAYS AS (ship_to ->> 'state') STORED;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_cents");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","number","channel","state","shipping_method","ship_to_state","total_cents","refunded_cents","id");--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "order_notes" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('orders');
