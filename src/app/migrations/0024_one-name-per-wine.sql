-- Wines seeded by an earlier version, where nobody has changed them since.
UPDATE "products" SET "title_cart" = '2022 Malbec' WHERE "id" = 'malbec-2022' AND "title_cart" = 'Malbec 2022';--> statement-breakpoint
UPDATE "products" SET "title_cart" = '2021 Cabernet Sauvignon' WHERE "id" = 'cabernet-sauvignon-2021' AND "title_cart" = 'Cabernet Sauvignon 2021';--> statement-breakpoint
UPDATE "products" SET "title_cart" = '2021 Malbec' WHERE "id" = 'malbec-2021' AND "title_cart" = 'Malbec 2021';--> statement-breakpoint
UPDATE "products" SET "title_cart" = '2021 Malbec, single bottle' WHERE "id" = 'malbec-2021-bottle' AND "title_cart" = 'Malbec 2021, single bottle';--> statement-breakpoint
UPDATE "products" SET "description_a" = 'Grown on the lime-coated stones of Paraje Altamira, where cold nights keep the fruit bright and the autumn leaves it time. Dark, fresh and unhurried, it opens slowly, in the glass as in the cellar.' WHERE "id" = 'malbec-2022' AND "description_a" = '';
