CREATE TABLE "data_requests" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"email" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"by" text
);
--> statement-breakpoint
CREATE TABLE "personal_data_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"cookie_hash" text,
	CONSTRAINT "personal_data_links_cookie_hash_unique" UNIQUE("cookie_hash")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "forget" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_data_links" ADD CONSTRAINT "personal_data_links_subscriber_id_mailing_list_clients_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."mailing_list_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_requests_email" ON "data_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "data_requests_open" ON "data_requests" USING btree ("asked_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "personal_data_links_subscriber" ON "personal_data_links" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "personal_data_links_expires_at" ON "personal_data_links" USING btree ("expires_at");