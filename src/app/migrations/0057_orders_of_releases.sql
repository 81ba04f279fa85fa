ALTER TABLE "order_lines" ADD COLUMN "release_id" uuid;--> statement-breakpoint
CREATE INDEX "order_lines_release" ON "order_lines" USING btree ("release_id","order_id","quantity","unit_price_cents") WHERE release_id is not null;--> statement-breakpoint
-- What was sold before: the last release of the wine that had opened by then, or staff's rehearsal of one.
UPDATE order_lines AS line SET release_id = (
  SELECT r.id FROM release_wines AS rw JOIN releases AS r ON r.id = rw.release_id AND r.state <> 'draft'
  WHERE rw.product_id = line.product_id AND (r.opens_at <= o.created_at OR o.is_rehearsal)
  ORDER BY r.opens_at DESC LIMIT 1)
FROM orders AS o
WHERE o.id = line.order_id AND line.product_id IN (SELECT product_id FROM release_wines);
