-- The triggers that keep an admin list live, in one line: SELECT watch_list('list', 'table', 'column', …)
-- It is notified of rows that come or go, and of changes of the columns that it shows or filters by.
CREATE FUNCTION watch_list(list text, watched regclass, VARIADIC shown text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  before text := (SELECT string_agg(format('old.%I', name), ', ') FROM unnest(shown) AS name);
  after text := (SELECT string_agg(format('new.%I', name), ', ') FROM unnest(shown) AS name);
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows(%L)',
    'list_' || list || '_inserted', watched, list);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS touched
    FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows(%L)',
    'list_' || list || '_deleted', watched, list);
  -- By row: comparing transition tables costs more than most changes.
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s FOR EACH ROW
    WHEN ((%s) IS DISTINCT FROM (%s)) EXECUTE FUNCTION notify_list(%L)',
    'list_' || list || '_updated', watched, before, after, list);
END $$;--> statement-breakpoint
DROP TRIGGER list_inserted ON "duplicates";--> statement-breakpoint
DROP TRIGGER list_deleted ON "duplicates";--> statement-breakpoint
DROP TRIGGER list_updated ON "duplicates";--> statement-breakpoint
SELECT watch_list('duplicates', 'duplicates', 'by_birthdate', 'by_phone', 'dismissed_at');
