CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"number" integer,
	"detail" text DEFAULT '' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due" timestamp with time zone,
	"state" text DEFAULT 'open' NOT NULL,
	"taken_by" uuid,
	"taken_by_email" text,
	"taken_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"is_repaired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_one_open" ON "tasks" USING btree ("kind","subject") WHERE state in ('open', 'taken');--> statement-breakpoint
CREATE INDEX "tasks_oldest" ON "tasks" USING btree ("since","id") WHERE state in ('open', 'taken');--> statement-breakpoint
CREATE INDEX "tasks_closed" ON "tasks" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_repaired" ON "tasks" USING btree ("created_at") WHERE is_repaired;--> statement-breakpoint
CREATE INDEX "tasks_taken" ON "tasks" USING btree ("taken_by");--> statement-breakpoint
CREATE FUNCTION open_task(a_kind text, a_subject text, a_number integer, a_detail text, a_since timestamptz, a_due timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO tasks (kind, subject, number, detail, since, due)
  VALUES (a_kind, a_subject, a_number, a_detail, a_since, a_due)
  ON CONFLICT (kind, subject) WHERE state IN ('open', 'taken') DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION close_task(a_kind text, a_subject text, a_state text DEFAULT 'done')
RETURNS void LANGUAGE sql AS $$
  UPDATE tasks SET state = a_state, closed_at = now()
  WHERE kind = a_kind AND subject = a_subject AND state IN ('open', 'taken')
$$;--> statement-breakpoint
-- A dispute's flag is not reviewed but decided by the bank: its task is that of the dispute.
CREATE FUNCTION tasks_of_order_flags() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.reason WHEN 'refund-failed' THEN 'refund-failed' ELSE 'order-review' END;
BEGIN
  IF NEW.reason = 'disputed' THEN RETURN NULL; END IF;
  IF NEW.resolved_at IS NULL THEN
    PERFORM open_task(kind, NEW.id::text, (SELECT number FROM orders WHERE id = NEW.order_id),
      NEW.reason, NEW.raised_at, NULL);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM close_task(kind, NEW.id::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "resolved_at" ON "order_flags"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_order_flags();--> statement-breakpoint
CREATE FUNCTION tasks_of_disputes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'needs-response' THEN
    PERFORM open_task('dispute', NEW.id, (SELECT number FROM orders WHERE id = NEW.order_id),
      NEW.reason, NEW.opened_at, NEW.respond_by);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM close_task('dispute', NEW.id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "state" ON "disputes"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_disputes();--> statement-breakpoint
CREATE FUNCTION tasks_of_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'open' THEN
    PERFORM close_task('request-overdue', OLD.id::text,
      CASE WHEN TG_OP = 'DELETE' THEN 'obsolete' ELSE 'done' END);
  ELSE
    PERFORM close_task('grant-lapses', OLD.id::text,
      CASE WHEN TG_OP = 'DELETE' THEN 'obsolete' ELSE 'done' END);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "state" ON "requests"
  FOR EACH ROW WHEN (OLD.state IN ('open', 'granted') AND OLD.state <> NEW.state) EXECUTE FUNCTION tasks_of_requests();--> statement-breakpoint
CREATE TRIGGER keep_tasks_of_gone AFTER DELETE ON "requests"
  FOR EACH ROW WHEN (OLD.state IN ('open', 'granted')) EXECUTE FUNCTION tasks_of_requests();--> statement-breakpoint
CREATE FUNCTION task_of_shipment(state text, settled_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state
    WHEN 'attempted' THEN 'shipment-attempted'
    WHEN 'at-depot' THEN 'shipment-at-depot'
    WHEN 'missed' THEN 'pickup-missed'
    WHEN 'returned' THEN CASE WHEN settled_at IS NULL THEN 'shipment-returned' END
    WHEN 'lost' THEN CASE WHEN settled_at IS NULL THEN 'shipment-unsound' END
    WHEN 'damaged' THEN CASE WHEN settled_at IS NULL THEN 'shipment-unsound' END
  END
$$;--> statement-breakpoint
CREATE FUNCTION tasks_of_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN TG_OP = 'UPDATE' THEN task_of_shipment(OLD.state, OLD.settled_at) END;
  now_is text := task_of_shipment(NEW.state, NEW.settled_at);
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
CREATE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "state", "settled_at" ON "shipments"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_shipments();--> statement-breakpoint
CREATE FUNCTION tasks_of_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM close_task('hold-ends', NEW.group_id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "ended_at" ON "shipment_holds"
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tasks_of_holds();--> statement-breakpoint
CREATE FUNCTION tasks_of_pickups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM close_task('pickup-today', NEW.id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "state" ON "pickups"
  FOR EACH ROW WHEN (OLD.state = 'agreed' AND NEW.state <> 'agreed') EXECUTE FUNCTION tasks_of_pickups();--> statement-breakpoint
CREATE FUNCTION tasks_of_data_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM close_task('erasure-overdue', NEW.number::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "done_at" ON "data_requests"
  FOR EACH ROW WHEN (NEW.done_at IS NOT NULL) EXECUTE FUNCTION tasks_of_data_requests();--> statement-breakpoint
CREATE FUNCTION tasks_of_reconciliations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.has_failed OR NEW.difference_count > 0 THEN
    PERFORM open_task('reconciliation-differs', 'provider', NULL,
      CASE WHEN NEW.has_failed THEN '' ELSE NEW.difference_count::text END, NEW.finished_at, NULL);
  ELSE
    PERFORM close_task('reconciliation-differs', 'provider');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER INSERT OR UPDATE OF "finished_at" ON "reconciliations"
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION tasks_of_reconciliations();--> statement-breakpoint
-- Of staff's columns only: purchases write others, and cost nothing here.
CREATE FUNCTION tasks_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stock IS NULL OR NEW.stock - NEW.sold > 0 OR NEW.release_state = 'closed' THEN
    PERFORM close_task('wine-sold-out', NEW.id);
  END IF;
  IF NEW.price_id IS NOT NULL THEN PERFORM close_task('price-missing', NEW.id); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "stock", "release_state", "price_id" ON "products"
  FOR EACH ROW EXECUTE FUNCTION tasks_of_products();--> statement-breakpoint
CREATE FUNCTION tasks_of_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM close_task('email-failed', OLD.id::text, 'obsolete');
  ELSIF NEW.state IN ('failed', 'dead') THEN
    PERFORM open_task('email-failed', NEW.id::text, NULL, NEW.kind, now(), NULL);
  ELSE
    PERFORM close_task('email-failed', NEW.id::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "state" ON "mails"
  FOR EACH ROW WHEN (OLD.state <> NEW.state AND (OLD.state IN ('failed', 'dead') OR NEW.state IN ('failed', 'dead')))
  EXECUTE FUNCTION tasks_of_mails();--> statement-breakpoint
CREATE TRIGGER keep_tasks_of_gone AFTER DELETE ON "mails"
  FOR EACH ROW WHEN (OLD.state IN ('failed', 'dead')) EXECUTE FUNCTION tasks_of_mails();--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "tasks" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('tasks');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "tasks" REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('tasks', 'id', 'state', 'taken_by_email');--> statement-breakpoint
-- What is open today; afterwards the triggers keep it.
INSERT INTO tasks (kind, subject, number, detail, since)
SELECT CASE flag.reason WHEN 'refund-failed' THEN 'refund-failed' ELSE 'order-review' END,
  flag.id::text, o.number, flag.reason, flag.raised_at
FROM order_flags AS flag JOIN orders AS o ON o.id = flag.order_id
WHERE flag.resolved_at IS NULL AND flag.reason <> 'disputed';--> statement-breakpoint
INSERT INTO tasks (kind, subject, number, detail, since, due)
SELECT 'dispute', d.id, o.number, d.reason, d.opened_at, d.respond_by
FROM disputes AS d JOIN orders AS o ON o.id = d.order_id WHERE d.state = 'needs-response';--> statement-breakpoint
INSERT INTO tasks (kind, subject, number, detail, since, due)
SELECT task_of_shipment(state, settled_at), id::text, number, state, coalesce(returned_at, now()),
  CASE state WHEN 'at-depot' THEN depot_until END
FROM shipments WHERE task_of_shipment(state, settled_at) IS NOT NULL;--> statement-breakpoint
INSERT INTO tasks (kind, subject, detail, since)
SELECT 'email-failed', id::text, kind, created_at FROM mails WHERE state IN ('failed', 'dead');--> statement-breakpoint
INSERT INTO tasks (kind, subject, detail, since)
SELECT 'reconciliation-differs', 'provider', CASE WHEN has_failed THEN '' ELSE difference_count::text END, finished_at
FROM (SELECT * FROM reconciliations WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS newest
WHERE has_failed OR difference_count > 0;
