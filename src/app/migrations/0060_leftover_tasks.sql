-- Wines of an ended release with free cases and open requests. In no later release: that would be their
-- current one. Cast to text, as the subjects of tasks are.
CREATE FUNCTION wines_left(of_release uuid DEFAULT NULL) RETURNS TABLE (wine text, name text, ended_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT p.id, p.title || ', ' || p.subtitle, least(r.closes_at, now())
  FROM releases AS r
  JOIN release_wines AS rw ON rw.release_id = r.id AND rw.is_current
  JOIN products AS p ON p.id = rw.product_id
  WHERE (of_release IS NULL OR r.id = of_release)
    AND (r.state = 'ended' OR r.state <> 'draft' AND r.closes_at <= now())
    AND p.stock - p.held - p.sold - p.promised > 0
    AND EXISTS (SELECT FROM requests AS asked
      WHERE asked.product_id = p.id AND asked.state = 'open' AND asked.kind IN ('wine', 'more'))
$$;--> statement-breakpoint
CREATE FUNCTION tasks_of_ended_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM open_task('leftovers', wine, NULL, name, ended_at, NULL) FROM wines_left(NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_tasks AFTER UPDATE OF "state" ON "releases"
  FOR EACH ROW WHEN (NEW.state = 'ended' AND OLD.state <> 'ended') EXECUTE FUNCTION tasks_of_ended_release();--> statement-breakpoint
-- Answered, withdrawn or gone: the last request of a wine closes its task, once per statement.
CREATE FUNCTION leftovers_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM close_task('leftovers', t.subject, CASE WHEN TG_OP = 'DELETE' THEN 'obsolete' ELSE 'done' END)
  FROM tasks AS t
  WHERE t.kind = 'leftovers' AND t.state IN ('open', 'taken')
    AND t.subject IN (SELECT DISTINCT product_id FROM touched WHERE touched.state = 'open')
    AND t.subject NOT IN (SELECT wine FROM wines_left());
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER leftovers_answered AFTER UPDATE ON "requests" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION leftovers_answered();--> statement-breakpoint
CREATE TRIGGER leftovers_gone AFTER DELETE ON "requests" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION leftovers_answered();
