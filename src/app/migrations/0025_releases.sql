CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"made_from" uuid,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_size" CHECK (octet_length("files"."bytes") between 1 and 4194304),
	CONSTRAINT "files_sha256_hex" CHECK ("files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "allocation_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"release_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"condition" text NOT NULL,
	"at_least" smallint,
	"of_last" smallint,
	"cents" integer,
	"months" smallint,
	"units" jsonb NOT NULL,
	"wave_id" uuid NOT NULL,
	CONSTRAINT "allocation_rules_position" UNIQUE("release_id","position"),
	CONSTRAINT "allocation_rules_bought" CHECK (("allocation_rules"."condition" = 'bought') = ("allocation_rules"."at_least" is not null and "allocation_rules"."of_last" is not null)),
	CONSTRAINT "allocation_rules_spent" CHECK (("allocation_rules"."condition" = 'spent') = ("allocation_rules"."cents" is not null and "allocation_rules"."months" is not null))
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"release_id" uuid,
	"product_id" text NOT NULL,
	"user_id" uuid,
	"wave_id" uuid,
	"units" smallint NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"bought" integer DEFAULT 0 NOT NULL,
	"origin" text NOT NULL,
	"request_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"promise_until" timestamp with time zone,
	"is_promised" boolean DEFAULT false NOT NULL,
	"visited_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "allocations_units" CHECK ("allocations"."units" between 0 and 99 and "allocations"."held" >= 0 and "allocations"."bought" >= 0),
	CONSTRAINT "allocations_taken" CHECK ("allocations"."held" + "allocations"."bought" <= "allocations"."units"),
	CONSTRAINT "allocations_note" CHECK (length("allocations"."note") <= 200),
	CONSTRAINT "allocations_grant" CHECK (case when "allocations"."origin" = 'grant' then "allocations"."wave_id" is null and "allocations"."promise_until" is not null
        else "allocations"."release_id" is not null and "allocations"."request_id" is null and "allocations"."promise_until" is null end)
);
--> statement-breakpoint
CREATE TABLE "checkout_allocations" (
	"checkout_id" uuid NOT NULL,
	"allocation_id" uuid NOT NULL,
	"units" smallint NOT NULL,
	"returned" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "checkout_allocations_checkout_id_allocation_id_pk" PRIMARY KEY("checkout_id","allocation_id"),
	CONSTRAINT "checkout_allocations_units" CHECK ("checkout_allocations"."units" > 0 and "checkout_allocations"."returned" between 0 and "checkout_allocations"."units")
);
--> statement-breakpoint
CREATE TABLE "release_waves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"release_id" uuid NOT NULL,
	"name" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_waves_name" UNIQUE("release_id","name"),
	CONSTRAINT "release_waves_release" UNIQUE("release_id","id"),
	CONSTRAINT "release_waves_name_length" CHECK (length("release_waves"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "release_wines" (
	"release_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"position" smallint NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	CONSTRAINT "release_wines_release_id_product_id_pk" PRIMARY KEY("release_id","product_id"),
	CONSTRAINT "release_wines_position" UNIQUE("release_id","position")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"season" text NOT NULL,
	"year" smallint NOT NULL,
	"banner" text DEFAULT '' NOT NULL,
	"announcement" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"promise" text,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"promise_until" timestamp with time zone,
	"ships_from" date,
	"ships_until" date,
	"state" text DEFAULT 'draft' NOT NULL,
	"pause_reason" text DEFAULT '' NOT NULL,
	"is_behind_year" boolean DEFAULT false NOT NULL,
	"opened_noted_at" timestamp with time zone,
	"sold_out_noted_at" timestamp with time zone,
	"ended_noted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "releases_name" CHECK (length("releases"."name") between 1 and 60),
	CONSTRAINT "releases_banner" CHECK (length("releases"."banner") <= 60),
	CONSTRAINT "releases_announcement" CHECK (length("releases"."announcement") <= 120),
	CONSTRAINT "releases_text" CHECK (length("releases"."text") <= 1000),
	CONSTRAINT "releases_season" CHECK ("releases"."season" in ('spring', 'fall')),
	CONSTRAINT "releases_year" CHECK ("releases"."year" between 2000 and 2100),
	CONSTRAINT "releases_state" CHECK ("releases"."state" in ('draft', 'scheduled', 'paused', 'ended')),
	CONSTRAINT "releases_promise" CHECK (("releases"."kind" = 'allocated') = ("releases"."promise" is not null) and "releases"."kind" in ('open', 'allocated') and "releases"."promise" in ('guaranteed', 'cap')),
	CONSTRAINT "releases_hours" CHECK ("releases"."opens_at" < "releases"."closes_at" and "releases"."promise_until" <= "releases"."closes_at"),
	CONSTRAINT "releases_pause_reason" CHECK (length("releases"."pause_reason") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_counts";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_stock";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "is_rehearsal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_rehearsal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "promised" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sheet_file" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "picture_file" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "to_allocation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_made_from_files_id_fk" FOREIGN KEY ("made_from") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_rules" ADD CONSTRAINT "allocation_rules_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_rules" ADD CONSTRAINT "allocation_rules_wave" FOREIGN KEY ("release_id","wave_id") REFERENCES "public"."release_waves"("release_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_wine" FOREIGN KEY ("release_id","product_id") REFERENCES "public"."release_wines"("release_id","product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_wave" FOREIGN KEY ("release_id","wave_id") REFERENCES "public"."release_waves"("release_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_allocations" ADD CONSTRAINT "checkout_allocations_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_allocations" ADD CONSTRAINT "checkout_allocations_allocation_id_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_waves" ADD CONSTRAINT "release_waves_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_wines" ADD CONSTRAINT "release_wines_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_wines" ADD CONSTRAINT "release_wines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "files_sizes_once" ON "files" USING btree ("made_from","content_type","width") WHERE made_from is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_one_per_customer" ON "allocations" USING btree ("release_id","product_id","user_id") WHERE origin <> 'grant';--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_one_per_request" ON "allocations" USING btree ("request_id") WHERE origin = 'grant';--> statement-breakpoint
CREATE INDEX "allocations_customer" ON "allocations" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "allocations_newest" ON "allocations" USING btree ("release_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "allocations_wave" ON "allocations" USING btree ("wave_id");--> statement-breakpoint
CREATE INDEX "allocations_wine" ON "allocations" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "allocations_promised" ON "allocations" USING btree ("release_id") WHERE is_promised;--> statement-breakpoint
CREATE INDEX "checkout_allocations_allocation" ON "checkout_allocations" USING btree ("allocation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "release_wines_one_release" ON "release_wines" USING btree ("product_id") WHERE is_current;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_one_behind_year" ON "releases" USING btree ("is_behind_year") WHERE is_behind_year;--> statement-breakpoint
CREATE INDEX "releases_newest" ON "releases" USING btree ("opens_at","id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sheet_file_files_id_fk" FOREIGN KEY ("sheet_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_picture_file_files_id_fk" FOREIGN KEY ("picture_file") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_rehearsal" ON "orders" USING btree ("created_at") WHERE is_rehearsal;--> statement-breakpoint
CREATE UNIQUE INDEX "products_one_offered" ON "products" USING btree ("is_offered") WHERE is_offered;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_id_unique" UNIQUE("price_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_promised" CHECK ("products"."promised" = 0 or "products"."stock" is not null);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_counts" CHECK ("products"."held" >= 0 and "products"."sold" >= 0 and "products"."promised" >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_stock" CHECK ("products"."stock" is null or "products"."held" + "products"."sold" + "products"."promised" <= "products"."stock");--> statement-breakpoint
-- Live admin lists. Only of the columns that staff write: a purchase changes the counts of an
-- allocation, and tells nobody.
CREATE FUNCTION notify_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('list_changes', tg_argv[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER list_changed AFTER INSERT OR DELETE OR UPDATE ON "releases"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list('releases');--> statement-breakpoint
CREATE TRIGGER list_changed AFTER INSERT OR DELETE OR UPDATE ON "release_wines"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list('releases');--> statement-breakpoint
CREATE TRIGGER list_changed AFTER INSERT OR DELETE OR UPDATE OF "units", "wave_id", "note", "user_id", "origin" ON "allocations"
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list('allocations');
