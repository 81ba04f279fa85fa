CREATE TABLE "carrier_contacts" (
	"carrier" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"nonsense" integer DEFAULT 0 NOT NULL,
	"nonsense_since" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dispute_evidence" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"file_id" text,
	"sent_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "handover_shipments" (
	"handover_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "handover_shipments_handover_id_shipment_id_pk" PRIMARY KEY("handover_id","shipment_id")
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "handovers_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"profile_id" uuid,
	"profile_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	"request_key" text NOT NULL,
	"shipment_count" integer NOT NULL,
	"case_count" integer NOT NULL,
	"sha256" text NOT NULL,
	"file" "bytea",
	CONSTRAINT "handovers_number_unique" UNIQUE("number"),
	CONSTRAINT "handovers_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "hold_answers" (
	"group_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"sent_at_risk_at" timestamp with time zone,
	CONSTRAINT "hold_answers_group_id_shipment_id_pk" PRIMARY KEY("group_id","shipment_id")
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shipment_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"weight_grams" integer,
	"state" text DEFAULT 'handed-over' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "parcels_tracking" UNIQUE("carrier","tracking_number")
);
--> statement-breakpoint
CREATE TABLE "pickup_places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"hours" jsonb NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pickup_places_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shipment_id" uuid NOT NULL,
	"place_id" uuid NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"checked_by" text,
	"document" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reshipments" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"ship_to" jsonb NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "return_refunds" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"wine_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"shipping_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_refunds_shipment_id_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
CREATE TABLE "shipment_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shipment_id" uuid NOT NULL,
	"claim_number" text DEFAULT '' NOT NULL,
	"amount_cents" integer,
	"opened_at" timestamp with time zone NOT NULL,
	"paid_on" date,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shipment_claims_shipment_id_unique" UNIQUE("shipment_id")
);
--> statement-breakpoint
CREATE TABLE "shipment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" uuid NOT NULL,
	"parcel_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"signer" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_events_once" UNIQUE("parcel_id","at","kind","place"),
	CONSTRAINT "shipment_events_text" CHECK (length("shipment_events"."text") <= 200)
);
--> statement-breakpoint
CREATE TABLE "shipment_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"shipment_id" uuid,
	"place" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "shipment_holds_once" UNIQUE("group_id","scope","place"),
	CONSTRAINT "shipment_holds_scope" CHECK (("shipment_holds"."scope" = 'shipment') = ("shipment_holds"."shipment_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "shipment_lines" (
	"shipment_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"units" smallint NOT NULL,
	CONSTRAINT "shipment_lines_shipment_id_product_id_pk" PRIMARY KEY("shipment_id","product_id"),
	CONSTRAINT "shipment_lines_units" CHECK ("shipment_lines"."units" > 0)
);
--> statement-breakpoint
CREATE TABLE "shipment_mails" (
	"shipment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text DEFAULT '' NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_mails_shipment_id_kind_cause_pk" PRIMARY KEY("shipment_id","kind","cause")
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "shipments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2001 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"method" text NOT NULL,
	"ship_to" jsonb,
	"to_state" text DEFAULT '' NOT NULL,
	"to_zip" text DEFAULT '' NOT NULL,
	"not_before" timestamp with time zone,
	"waits_for" text,
	"held_by" uuid,
	"carrier" text,
	"service" text DEFAULT '' NOT NULL,
	"replaces" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"signed_by" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"depot_until" timestamp with time zone,
	"expected_on" date,
	"recheck_at" timestamp with time zone,
	"return_choice" text,
	"chosen_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "shipments_number_unique" UNIQUE("number"),
	CONSTRAINT "shipments_waits_for" CHECK (("shipments"."waits_for" is null) or "shipments"."state" = 'waiting')
);
--> statement-breakpoint
CREATE TABLE "shipper_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"date_format" text NOT NULL,
	"row_per" text NOT NULL,
	"order_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shipper_profiles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "shipping_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by" text NOT NULL,
	"dispatch" jsonb NOT NULL,
	"sender_zip" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shipping_settings_one" CHECK ("shipping_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "tracking_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_by" text NOT NULL,
	"rows" integer NOT NULL,
	"taken" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_shipments" ADD CONSTRAINT "handover_shipments_handover_id_handovers_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handovers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_shipments" ADD CONSTRAINT "handover_shipments_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_profile_id_shipper_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."shipper_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_answers" ADD CONSTRAINT "hold_answers_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_place_id_pickup_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."pickup_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reshipments" ADD CONSTRAINT "reshipments_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reshipments" ADD CONSTRAINT "reshipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reshipments" ADD CONSTRAINT "reshipments_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_refunds" ADD CONSTRAINT "return_refunds_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_refunds" ADD CONSTRAINT "return_refunds_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_claims" ADD CONSTRAINT "shipment_claims_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_holds" ADD CONSTRAINT "shipment_holds_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_mails" ADD CONSTRAINT "shipment_mails_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handover_shipments_once" ON "handover_shipments" USING btree ("shipment_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "handovers_made" ON "handovers" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "hold_answers_shipment" ON "hold_answers" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "parcels_number" ON "parcels" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "parcels_shipment" ON "parcels" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_slot" ON "pickups" USING btree ("place_id","from") WHERE state in ('agreed', 'collected');--> statement-breakpoint
CREATE UNIQUE INDEX "pickups_one_agreed" ON "pickups" USING btree ("shipment_id") WHERE state = 'agreed';--> statement-breakpoint
CREATE INDEX "pickups_from" ON "pickups" USING btree ("from");--> statement-breakpoint
CREATE INDEX "pickups_shipment" ON "pickups" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "reshipments_shipment" ON "reshipments" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "reshipments_order" ON "reshipments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipment_claims_open" ON "shipment_claims" USING btree ("opened_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "shipment_events_shipment" ON "shipment_events" USING btree ("shipment_id","at","id");--> statement-breakpoint
CREATE INDEX "shipment_holds_open" ON "shipment_holds" USING btree ("scope","place") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "shipment_holds_shipment" ON "shipment_holds" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "shipments_state" ON "shipments" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_first" ON "shipments" USING btree ("order_id") WHERE kind = 'first' and state <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_replaced_once" ON "shipments" USING btree ("replaces") WHERE replaces is not null and state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "shipments_before_handover" ON "shipments" USING btree ("to_state","to_zip") WHERE state in ('waiting', 'ready');--> statement-breakpoint
CREATE INDEX "shipments_recheck" ON "shipments" USING btree ("recheck_at") WHERE recheck_at is not null;--> statement-breakpoint
CREATE INDEX "shipments_returned" ON "shipments" USING btree ("returned_at") WHERE state = 'returned' and settled_at is null;--> statement-breakpoint
CREATE INDEX "shipments_depot" ON "shipments" USING btree ("depot_until") WHERE state in ('attempted', 'at-depot');--> statement-breakpoint
CREATE INDEX "shipments_expected" ON "shipments" USING btree ("expected_on") WHERE state in ('handed-over', 'shipped', 'out');--> statement-breakpoint
-- What happened to a shipment is only ever added to.
CREATE FUNCTION shipment_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the events of a shipment are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER shipment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "shipment_events"
  FOR EACH STATEMENT EXECUTE FUNCTION shipment_events_are_append_only();--> statement-breakpoint
-- No trigger for new shipments: they are written with a purchase, which already notifies of its order.
CREATE TRIGGER list_updated AFTER UPDATE ON "shipments" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('shipments', 'id', 'state', 'waits_for', 'held_by',
    'attempts', 'expected_on', 'settled_at');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "handovers" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('handovers');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "shipment_claims" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('claims');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "shipment_claims" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('claims', 'id', 'claim_number', 'amount_cents',
    'paid_on', 'closed_at');--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "pickups" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('pickups');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "pickups" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('pickups', 'id', 'state', 'from');
