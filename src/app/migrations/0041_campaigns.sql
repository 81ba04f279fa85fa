CREATE TABLE "campaign_emails" (
	"campaign_id" uuid NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"subscriber_id" uuid,
	"mail_id" uuid,
	"outcome" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"settled_at" timestamp with time zone,
	"entered_at" timestamp with time zone,
	CONSTRAINT "campaign_emails_campaign_id_email_pk" PRIMARY KEY("campaign_id","email")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"release_id" uuid,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"blocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"send_at" timestamp with time zone,
	"scheduled_by" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_name" CHECK (length("campaigns"."name") between 1 and 80),
	CONSTRAINT "campaigns_subject" CHECK (length("campaigns"."subject") <= 120 and "campaigns"."subject" !~ '[
]'),
	CONSTRAINT "campaigns_preheader" CHECK (length("campaigns"."preheader") <= 140),
	CONSTRAINT "campaigns_scheduled" CHECK ("campaigns"."state" = 'draft' or "campaigns"."send_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "entry_links" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaign_emails" ADD CONSTRAINT "campaign_emails_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_emails" ADD CONSTRAINT "campaign_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_emails" ADD CONSTRAINT "campaign_emails_subscriber_id_mailing_list_clients_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."mailing_list_clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_emails_mail" ON "campaign_emails" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "campaign_emails_email" ON "campaign_emails" USING btree ("email","settled_at");--> statement-breakpoint
CREATE INDEX "campaign_emails_user" ON "campaign_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "campaign_emails_subscriber" ON "campaign_emails" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "campaign_emails_waiting" ON "campaign_emails" USING btree ("campaign_id") WHERE outcome = 'queued';--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("send_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_links_campaign" ON "entry_links" USING btree ("campaign_id");--> statement-breakpoint
-- What became of an email in the outbox is what became of it in its campaign, whatever process noted it.
CREATE FUNCTION settle_campaign_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_emails SET
    outcome = CASE WHEN NEW.state = 'sent' THEN 'sent' WHEN NEW.state = 'suppressed' THEN 'suppressed'
      WHEN NEW.last_error ~ '^5[0-9][0-9] ' THEN 'rejected' ELSE 'failed' END,
    settled_at = now()
  WHERE mail_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER mails_settle_campaign AFTER UPDATE OF state ON mails FOR EACH ROW
WHEN (NEW.kind = 'campaign' AND NEW.state IN ('sent', 'suppressed', 'failed'))
EXECUTE FUNCTION settle_campaign_email();--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "campaigns" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('campaigns');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "campaigns" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('campaigns');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "campaigns" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('campaigns', 'id', 'name', 'subject', 'state',
    'send_at');
