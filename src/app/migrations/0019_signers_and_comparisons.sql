-- A carrier may name who signed only later: added to the event that has no signer.
CREATE FUNCTION name_signer(a_parcel uuid, a_time timestamptz, a_kind text, a_place text, a_signer text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('kohue.writing_compliance', 'on', true);
  UPDATE shipment_events SET signer = a_signer
  WHERE parcel_id = a_parcel AND at = a_time AND kind = a_kind AND place = a_place AND signer = '';
  PERFORM set_config('kohue.writing_compliance', 'off', true);
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER compliance_signer AFTER UPDATE OF signer ON shipment_events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.signer = '' AND new.signer <> '' AND new.kind IN ('delivered', 'collected'))
  EXECUTE FUNCTION record_shipment_event();
--> statement-breakpoint
-- The newest comparison with the provider that failed or found something, unless a later one that is as long, give or
-- take a day, and reaches as far found nothing.
CREATE FUNCTION differing_reconciliation() RETURNS SETOF reconciliations STABLE LANGUAGE sql AS $$
  SELECT * FROM reconciliations AS one
  WHERE finished_at IS NOT NULL AND (has_failed OR difference_count > 0) AND NOT EXISTS (
    SELECT FROM reconciliations AS later
    WHERE later.id > one.id AND later.finished_at IS NOT NULL AND later.is_whole
      AND NOT later.has_failed AND later.difference_count = 0
      AND later.span_to >= one.span_to
      AND later.span_to - later.span_from >= one.span_to - one.span_from - interval '1 day')
  ORDER BY id DESC LIMIT 1
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tasks_of_reconciliations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  differing reconciliations%ROWTYPE;
BEGIN
  SELECT * INTO differing FROM differing_reconciliation();
  IF differing.id IS NULL THEN
    PERFORM close_task('reconciliation-differs', 'provider');
  ELSE
    PERFORM open_task('reconciliation-differs', 'provider', NULL,
      CASE WHEN differing.has_failed THEN '' ELSE differing.difference_count::text END, differing.finished_at, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An inquiry of the buyer's bank is answered as a chargeback is.
CREATE OR REPLACE FUNCTION tasks_of_disputes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state IN ('inquiry', 'needs-response') THEN
    PERFORM open_task('dispute', NEW.id, (SELECT number FROM orders WHERE id = NEW.order_id),
      NEW.reason, NEW.opened_at, NEW.respond_by);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM close_task('dispute', NEW.id);
  END IF;
  RETURN NULL;
END $$;
