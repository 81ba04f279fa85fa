ALTER TABLE "carts" ALTER COLUMN "shipping_method" SET DEFAULT 'none';--> statement-breakpoint
UPDATE "carts" SET "shipping_method" = 'none' WHERE "shipping_method" IS NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payment_profile" text;
