ALTER TABLE "products" ADD COLUMN "bottles" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "bottle_ml" integer DEFAULT 750 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_bottles" CHECK ("products"."bottles" > 0 and "products"."bottle_ml" > 0);--> statement-breakpoint
-- As far as the text of the unit says it: '6 x 750 ml', '3-pack of 750ml', '1 bottle (750ml)'. Else as it was counted so far.
UPDATE "products" SET "bottles" = "said"."found"[1]::smallint, "bottle_ml" = "said"."found"[2]::integer
  FROM (SELECT "id", regexp_match("subtitle", '(?:^|\D)([1-9]\d?)\s?(?:-?\s?pack(?: of)?|bottles?(?: of)?|[x×])\s?\(?([1-9]\d{1,4})\s?ml', 'i') AS "found"
    FROM "products") AS "said"
  WHERE "said"."id" = "products"."id" AND "said"."found" IS NOT NULL;
