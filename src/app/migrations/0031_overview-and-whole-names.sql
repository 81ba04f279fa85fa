CREATE INDEX "mailing_list_came" ON "mailing_list_clients" USING btree ("created_at","erase_at");--> statement-breakpoint
CREATE INDEX "users_came" ON "users" USING btree ("created_at","erase_at");--> statement-breakpoint
-- Sign-up wrote the first word of the full name and no last name: the list's two columns show the whole
-- name. Raises the version, so that a form opened before does not take the last name away again.
UPDATE "mailing_list_clients" SET
  "first_name" = CASE WHEN "first_name" = '' THEN split_part(btrim("full_name"), ' ', 1) ELSE "first_name" END,
  "last_name" = btrim(substr(btrim("full_name"), length(split_part(btrim("full_name"), ' ', 1)) + 1)),
  "version" = "version" + 1
WHERE "last_name" = '' AND "erase_at" IS NULL
  AND "first_name" IN ('', split_part(btrim("full_name"), ' ', 1))
  AND btrim("full_name") LIKE '% %';
