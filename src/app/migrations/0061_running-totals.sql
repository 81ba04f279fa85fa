CREATE TABLE "running_totals" (
	"name" text NOT NULL,
	"release_id" uuid,
	"came" timestamp with time zone,
	"count" bigint NOT NULL,
	"cases" bigint DEFAULT 0 NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "running_totals_name" ON "running_totals" USING btree ("name","release_id","came");--> statement-breakpoint
CREATE FUNCTION total_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO running_totals (name, count)
  SELECT 'orders', CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The lines of an order are written in one statement and deleted in one, so that each order counts once.
CREATE FUNCTION total_order_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO running_totals (name, release_id, count, cases, cents)
  SELECT 'release', release_id, sign * count(DISTINCT order_id), sign * sum(quantity),
    sign * sum(quantity * unit_price_cents)
  FROM changed WHERE release_id IS NOT NULL GROUP BY release_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION total_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO running_totals (name, came, count)
  SELECT 'customers-came', date_bin('15 minutes', created_at, 'epoch'), sign * count(*)
  FROM changed WHERE erase_at IS NULL GROUP BY 2
  UNION ALL
  SELECT 'customers', NULL, sign * count(*) FROM changed WHERE erase_at IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION total_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO running_totals (name, came, count)
  SELECT 'subscribers-came', date_bin('15 minutes', created_at, 'epoch'), sign * count(*)
  FROM changed WHERE erase_at IS NULL GROUP BY 2
  UNION ALL
  SELECT 'subscribers', NULL, sign * count(*) FROM changed
  WHERE erase_at IS NULL AND unsubscribed_at IS NULL HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Deletion with undo, and its undo.
CREATE FUNCTION total_customer_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change integer := (new.erase_at IS NULL)::integer - (old.erase_at IS NULL)::integer;
BEGIN
  IF change <> 0 THEN
    INSERT INTO running_totals (name, came, count) VALUES ('customers', NULL, change),
      ('customers-came', date_bin('15 minutes', new.created_at, 'epoch'), change);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION total_subscriber_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := (new.erase_at IS NULL)::integer - (old.erase_at IS NULL)::integer;
  listed integer := (new.erase_at IS NULL AND new.unsubscribed_at IS NULL)::integer
    - (old.erase_at IS NULL AND old.unsubscribed_at IS NULL)::integer;
BEGIN
  INSERT INTO running_totals (name, came, count)
  SELECT * FROM (VALUES ('subscribers', NULL, listed),
    ('subscribers-came', date_bin('15 minutes', new.created_at, 'epoch'), change)) AS row (name, came, count)
  WHERE row.count <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON "orders" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_orders();--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON "orders" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_orders();--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_order_lines();--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON "order_lines" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_order_lines();--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_customers();--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_customers();--> statement-breakpoint
CREATE TRIGGER total_updated AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (old.erase_at IS DISTINCT FROM new.erase_at) EXECUTE FUNCTION total_customer_updated();--> statement-breakpoint
CREATE TRIGGER total_inserted AFTER INSERT ON "mailing_list_clients" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_subscribers();--> statement-breakpoint
CREATE TRIGGER total_deleted AFTER DELETE ON "mailing_list_clients" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION total_subscribers();--> statement-breakpoint
CREATE TRIGGER total_updated AFTER UPDATE ON "mailing_list_clients" FOR EACH ROW
  WHEN (old.erase_at IS DISTINCT FROM new.erase_at OR old.unsubscribed_at IS DISTINCT FROM new.unsubscribed_at)
  EXECUTE FUNCTION total_subscriber_updated();--> statement-breakpoint
INSERT INTO running_totals (name, release_id, came, count, cases, cents)
SELECT 'orders', NULL::uuid, NULL::timestamptz, count(*), 0, 0 FROM orders
UNION ALL
SELECT 'release', release_id, NULL, count(DISTINCT order_id), sum(quantity), sum(quantity * unit_price_cents)
FROM order_lines WHERE release_id IS NOT NULL GROUP BY release_id
UNION ALL
SELECT 'customers', NULL, NULL, count(*), 0, 0 FROM users WHERE erase_at IS NULL
UNION ALL
SELECT 'customers-came', NULL, date_bin('15 minutes', created_at, 'epoch'), count(*), 0, 0
FROM users WHERE erase_at IS NULL GROUP BY 3
UNION ALL
SELECT 'subscribers', NULL, NULL, count(*), 0, 0 FROM mailing_list_clients
WHERE erase_at IS NULL AND unsubscribed_at IS NULL
UNION ALL
SELECT 'subscribers-came', NULL, date_bin('15 minutes', created_at, 'epoch'), count(*), 0, 0
FROM mailing_list_clients WHERE erase_at IS NULL GROUP BY 3;
