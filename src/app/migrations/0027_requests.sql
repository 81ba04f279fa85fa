CREATE TABLE "request_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"by_email" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"verdict" text NOT NULL,
	"units" smallint,
	"text" text DEFAULT '' NOT NULL,
	"allocation_id" uuid,
	"until" timestamp with time zone,
	CONSTRAINT "request_answers_text" CHECK (length("request_answers"."text") <= 600)
);
--> statement-breakpoint
CREATE TABLE "request_queues" (
	"product_id" text PRIMARY KEY NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"shows_position" boolean DEFAULT true NOT NULL,
	"order" text DEFAULT 'first-asked' NOT NULL,
	"most_per_person" smallint DEFAULT 3 NOT NULL,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 3001 CACHE 1),
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" text,
	"units" smallint DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_again_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "requests_number_unique" UNIQUE("number"),
	CONSTRAINT "requests_units" CHECK ("requests"."units" between 1 and 12),
	CONSTRAINT "requests_text" CHECK (length("requests"."text") <= 300)
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_answers_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "shop_switches" (
	"name" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "request_answers" ADD CONSTRAINT "request_answers_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_queues" ADD CONSTRAINT "request_queues_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_answers_request" ON "request_answers" USING btree ("request_id","at");--> statement-breakpoint
CREATE INDEX "request_answers_automatic" ON "request_answers" USING btree ("at") WHERE by_email is null and verdict = 'granted';--> statement-breakpoint
CREATE UNIQUE INDEX "requests_one_open" ON "requests" USING btree ("user_id","kind",coalesce("product_id", '')) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "requests_queue" ON "requests" USING btree ("product_id","queued_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "requests_granted" ON "requests" USING btree ("id") WHERE state = 'granted';--> statement-breakpoint
CREATE INDEX "requests_user" ON "requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "requests_by_age" ON "requests" USING btree ("created_at","id","state","kind");--> statement-breakpoint
CREATE INDEX "requests_by_state" ON "requests" USING btree ("state","created_at","id","kind");--> statement-breakpoint
CREATE FUNCTION request_answers_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'answers to requests are append-only';
END $$;
--> statement-breakpoint
-- A deletion that cascades from a request, with its person, is let through.
CREATE TRIGGER request_answers_append_only BEFORE UPDATE OR DELETE ON "request_answers"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION request_answers_are_append_only();--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "requests" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('requests');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "requests" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('requests');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "requests" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('requests', 'id', 'state', 'units', 'text', 'product_id', 'queued_at', 'asked_again_at');
