ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_quantity";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "later" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 0 and 3 and "cart_lines"."later" between 0 and 99 and "cart_lines"."quantity" + "cart_lines"."later" > 0);