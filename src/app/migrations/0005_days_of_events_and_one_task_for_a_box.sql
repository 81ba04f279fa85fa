ALTER TABLE "shipment_events" ADD COLUMN "is_day" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- What staff and shippers say of a box has no hour; it was stored as the beginning of its day.
ALTER TABLE shipment_events DISABLE TRIGGER shipment_events_append_only;--> statement-breakpoint
UPDATE shipment_events SET is_day = true WHERE kind = 'shipped' AND source IN ('staff', 'shipper-file');--> statement-breakpoint
ALTER TABLE shipment_events ENABLE TRIGGER shipment_events_append_only;--> statement-breakpoint

-- Flags whose cause is the state of a box: the box has a task already, as in task_of_shipment.
CREATE FUNCTION is_task_of_shipment(reason text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason IN ('shipment-lost', 'shipment-damaged', 'second-attempt', 'return-unanswered', 'pickup-missed')
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION tasks_of_order_flags() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.reason WHEN 'refund-failed' THEN 'refund-failed' ELSE 'order-review' END;
BEGIN
  IF NEW.reason = 'disputed' OR is_task_of_shipment(NEW.reason) THEN RETURN NULL; END IF;
  IF NEW.resolved_at IS NULL THEN
    PERFORM open_task(kind, NEW.id::text, (SELECT number FROM orders WHERE id = NEW.order_id),
      NEW.reason, NEW.raised_at, NULL);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM close_task(kind, NEW.id::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

UPDATE tasks SET state = 'obsolete', closed_at = now()
WHERE kind = 'order-review' AND state IN ('open', 'taken') AND subject IN (
  SELECT id::text FROM order_flags WHERE is_task_of_shipment(reason));
