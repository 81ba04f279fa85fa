CREATE TABLE "consent_networks" (
	"consent_id" bigint PRIMARY KEY NOT NULL,
	"network_hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"verdict" text NOT NULL,
	"source" text NOT NULL,
	"wording" text NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"by" text,
	"counts" boolean DEFAULT true NOT NULL,
	CONSTRAINT "consents_email_normalised" CHECK ("consents"."email" = lower(btrim("consents"."email")))
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_consents" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"source" text NOT NULL,
	"wording" text NOT NULL,
	"page" text NOT NULL,
	"by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"email_hash" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_email_hash_reason_pk" PRIMARY KEY("email_hash","reason")
);
--> statement-breakpoint
ALTER TABLE "mailing_list_clients" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "by_email_of_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_networks" ADD CONSTRAINT "consent_networks_consent_id_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."consents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_networks_at" ON "consent_networks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "consents_email" ON "consents" USING btree ("email","kind","id");--> statement-breakpoint
CREATE INDEX "pending_consents_email" ON "pending_consents" USING btree ("email");--> statement-breakpoint
CREATE INDEX "pending_consents_expires_at" ON "pending_consents" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mailing_list_clients" ADD CONSTRAINT "mailing_list_clients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_list_clients" ADD CONSTRAINT "mailing_list_clients_user_id_unique" UNIQUE("user_id");--> statement-breakpoint
-- The ledger is append-only; only erase_consents removes entries, those of one address.
CREATE FUNCTION consents_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND current_setting('kohue.erasing_consents', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the consent ledger is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "consents"
  FOR EACH STATEMENT EXECUTE FUNCTION consents_are_append_only();
--> statement-breakpoint
-- Runs as the owner of the database: the role that the shop connects with may not delete entries.
CREATE FUNCTION erase_consents(address text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET kohue.erasing_consents = 'on' AS $$
DECLARE
  erased bigint;
BEGIN
  DELETE FROM consents WHERE email = address;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_consents(text) FROM PUBLIC;
--> statement-breakpoint
UPDATE "mailing_list_clients" SET "user_id" = "users"."id" FROM "users"
  WHERE "users"."email" = "mailing_list_clients"."email" AND "users"."email_verified"
    AND "users"."erase_at" IS NULL AND "mailing_list_clients"."erase_at" IS NULL;
