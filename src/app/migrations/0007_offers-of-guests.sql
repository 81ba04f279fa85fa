ALTER TABLE "checkouts" ADD COLUMN "buyer_key" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "verdict" text;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open_per_offer_buyer" ON "checkouts" USING btree ("buyer_key","channel") WHERE state = 'open' and buyer_key is not null;