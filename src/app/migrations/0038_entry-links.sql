CREATE TABLE "entry_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"subscriber_id" uuid,
	"email" text NOT NULL,
	"release_id" uuid,
	"return_to" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"bound_to" text,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "entry_links_person" CHECK ("entry_links"."user_id" is not null or "entry_links"."subscriber_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "origin" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "entry_link" text;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_subscriber_id_mailing_list_clients_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."mailing_list_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_links_user" ON "entry_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "entry_links_subscriber" ON "entry_links" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "entry_links_release" ON "entry_links" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "entry_links_expires_at" ON "entry_links" USING btree ("expires_at");--> statement-breakpoint
-- Links sent to somebody who joins or leaves the staff open nothing any more.
CREATE FUNCTION end_entry_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE entry_links SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  DELETE FROM sessions WHERE user_id = NEW.id AND origin IN ('purchase-link', 'login-link');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_end_entry_links AFTER UPDATE OF role ON users
FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION end_entry_links();
