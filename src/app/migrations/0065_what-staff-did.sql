ALTER TABLE "data_requests" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "outcome_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment_claims" ADD COLUMN "refused_on" date;--> statement-breakpoint
ALTER TABLE "shipment_claims" ADD COLUMN "refusal" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "followed_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "follow_up_again_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "shipments_follow_up" ON "shipments" USING btree ("follow_up_again_at") WHERE follow_up_again_at is not null;--> statement-breakpoint
-- Once staff have noted what they did about an attempt or a stay at the depot, it is no task until there is news.
CREATE FUNCTION task_of_shipment(state text, settled_at timestamptz, followed_up_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN state IN ('attempted', 'at-depot') AND followed_up_at IS NOT NULL THEN NULL
    ELSE task_of_shipment(state, settled_at) END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tasks_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN TG_OP = 'UPDATE' THEN task_of_shipment(OLD.state, OLD.settled_at, OLD.followed_up_at) END;
  now_is text := task_of_shipment(NEW.state, NEW.settled_at, NEW.followed_up_at);
BEGIN
  IF was IS DISTINCT FROM now_is THEN
    IF was IS NOT NULL THEN PERFORM close_task(was, NEW.id::text); END IF;
    IF now_is IS NOT NULL THEN
      PERFORM open_task(now_is, NEW.id::text, NEW.number, NEW.state, now(),
        CASE WHEN now_is = 'shipment-at-depot' THEN NEW.depot_until END);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "state", "settled_at", "followed_up_at" ON "shipments"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_shipments();
