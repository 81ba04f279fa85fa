CREATE INDEX "shipments_pickups" ON "shipments" USING btree ("number") WHERE method = 'pickup' and state in ('ready', 'agreed', 'missed');--> statement-breakpoint
CREATE INDEX "shipments_unsound" ON "shipments" USING btree ("number") WHERE state in ('lost', 'damaged');--> statement-breakpoint
-- A list may show a column whose name is a word of SQL, such as "from".
CREATE OR REPLACE FUNCTION notify_list_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns text := (SELECT string_agg(quote_ident(name), ', ') FROM unnest(tg_argv[1:]) AS name);
  changed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT %1$s FROM after EXCEPT SELECT %1$s FROM before)', columns)
    INTO changed;
  IF changed THEN
    PERFORM pg_notify('list_changes', tg_argv[0]);
  END IF;
  RETURN NULL;
END $$;
