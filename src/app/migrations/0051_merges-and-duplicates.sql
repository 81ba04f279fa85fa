CREATE TABLE "duplicates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"one" uuid NOT NULL,
	"other" uuid NOT NULL,
	"by_birthdate" boolean NOT NULL,
	"by_phone" boolean NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "duplicates_pair" UNIQUE("one","other"),
	CONSTRAINT "duplicates_order" CHECK ("duplicates"."one" < "duplicates"."other")
);
--> statement-breakpoint
CREATE TABLE "person_merges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_key" text NOT NULL,
	"from_user" uuid,
	"into_user" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"moved" jsonb NOT NULL,
	"restore" jsonb,
	"undo_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "person_merges_request_key_unique" UNIQUE("request_key"),
	CONSTRAINT "person_merges_two" CHECK ("person_merges"."from_user" <> "person_merges"."into_user")
);
--> statement-breakpoint
CREATE TABLE "user_emails" (
	"email" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_emails_normalised" CHECK ("user_emails"."email" = lower(btrim("user_emails"."email")))
);
--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_one_users_id_fk" FOREIGN KEY ("one") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_other_users_id_fk" FOREIGN KEY ("other") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_from_user_users_id_fk" FOREIGN KEY ("from_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_into_user_users_id_fk" FOREIGN KEY ("into_user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_emails" ADD CONSTRAINT "user_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicates_other" ON "duplicates" USING btree ("other");--> statement-breakpoint
CREATE INDEX "duplicates_found" ON "duplicates" USING btree ("found_at","id","dismissed_at","by_birthdate","by_phone");--> statement-breakpoint
CREATE INDEX "person_merges_from" ON "person_merges" USING btree ("from_user");--> statement-breakpoint
CREATE INDEX "person_merges_into" ON "person_merges" USING btree ("into_user","at");--> statement-breakpoint
CREATE INDEX "person_merges_undoable" ON "person_merges" USING btree ("undo_until") WHERE restore is not null;--> statement-breakpoint
CREATE INDEX "user_emails_user" ON "user_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_same_birthdate" ON "users" USING btree ("birthdate",lower(btrim("last_name")),left(btrim("zip_code"), 5)) WHERE birthdate is not null and last_name <> '' and zip_code <> '';--> statement-breakpoint
CREATE INDEX "users_same_phone" ON "users" USING btree (right(regexp_replace("phone", '[^0-9]', '', 'g'), 10)) WHERE phone <> '';--> statement-breakpoint
-- An address is somebody's first or second one, never two people's. Writers of first addresses share
-- the lock, so that they don't wait for each other; who writes a second one waits for all of them.
CREATE FUNCTION address_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 4611686031::bigint';--> statement-breakpoint
CREATE FUNCTION refuse_second_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(address_lock());
  IF EXISTS (SELECT FROM user_emails WHERE email = NEW.email) THEN
    RAISE EXCEPTION 'the address is the second one of an account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_unique', TABLE = 'users';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_second_address BEFORE INSERT OR UPDATE OF "email" ON "users"
  FOR EACH ROW EXECUTE FUNCTION refuse_second_address();--> statement-breakpoint
CREATE FUNCTION refuse_first_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(address_lock());
  IF EXISTS (SELECT FROM users WHERE email = NEW.email) THEN
    RAISE EXCEPTION 'the address is the first one of an account'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'user_emails_pkey', TABLE = 'user_emails';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_first_address BEFORE INSERT OR UPDATE OF "email" ON "user_emails"
  FOR EACH ROW EXECUTE FUNCTION refuse_first_address();--> statement-breakpoint
-- Who is probably the same person as this one; a phone or a birthdate, name and ZIP that more than
-- twenty others have tells nothing.
CREATE FUNCTION alike_people(person users) RETURNS TABLE (id uuid, by_birthdate boolean, by_phone boolean)
LANGUAGE sql STABLE AS $$
  WITH same_birthdate AS (
    SELECT u.id FROM users AS u
    WHERE person.birthdate IS NOT NULL AND btrim(person.last_name) <> '' AND btrim(person.zip_code) <> ''
      AND u.birthdate = person.birthdate AND lower(btrim(u.last_name)) = lower(btrim(person.last_name))
      AND left(btrim(u.zip_code), 5) = left(btrim(person.zip_code), 5)
      AND u.last_name <> '' AND u.zip_code <> ''
      AND u.id <> person.id AND u.erase_at IS NULL AND u.role = 'member' LIMIT 20
  ), same_phone AS (
    SELECT u.id FROM users AS u
    WHERE length(regexp_replace(person.phone, '[^0-9]', '', 'g')) >= 9
      AND right(regexp_replace(u.phone, '[^0-9]', '', 'g'), 10)
        = right(regexp_replace(person.phone, '[^0-9]', '', 'g'), 10)
      AND u.phone <> '' AND u.id <> person.id AND u.erase_at IS NULL AND u.role = 'member' LIMIT 20
  ), alike AS (
    SELECT same_birthdate.id, true AS birthdate, false AS phone FROM same_birthdate
      WHERE (SELECT count(*) FROM same_birthdate) < 20
    UNION ALL
    SELECT same_phone.id, false, true FROM same_phone WHERE (SELECT count(*) FROM same_phone) < 20
  )
  SELECT alike.id, bool_or(birthdate), bool_or(phone) FROM alike GROUP BY alike.id
$$;--> statement-breakpoint
CREATE FUNCTION keep_duplicates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.erase_at IS NOT NULL OR NEW.role <> 'member' THEN
    DELETE FROM duplicates WHERE one = NEW.id OR other = NEW.id;
    RETURN NULL;
  END IF;
  DELETE FROM duplicates AS pair
  WHERE (pair.one = NEW.id OR pair.other = NEW.id) AND pair.dismissed_at IS NULL
    AND NOT EXISTS (SELECT FROM alike_people(NEW) AS a WHERE a.id IN (pair.one, pair.other));
  INSERT INTO duplicates (one, other, by_birthdate, by_phone)
  SELECT least(NEW.id, a.id), greatest(NEW.id, a.id), a.by_birthdate, a.by_phone
  FROM alike_people(NEW) AS a
  ON CONFLICT (one, other) DO UPDATE SET by_birthdate = excluded.by_birthdate, by_phone = excluded.by_phone
  WHERE duplicates.by_birthdate <> excluded.by_birthdate OR duplicates.by_phone <> excluded.by_phone;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_duplicates AFTER INSERT ON "users" FOR EACH ROW
  WHEN (NEW.birthdate IS NOT NULL OR NEW.phone <> '') EXECUTE FUNCTION keep_duplicates();--> statement-breakpoint
CREATE TRIGGER keep_duplicates_changed AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.birthdate, OLD.last_name, OLD.zip_code, OLD.phone, OLD.erase_at, OLD.role)
    IS DISTINCT FROM (NEW.birthdate, NEW.last_name, NEW.zip_code, NEW.phone, NEW.erase_at, NEW.role))
  EXECUTE FUNCTION keep_duplicates();--> statement-breakpoint
-- All of them at once: for the rows of an earlier release, and each night for two who were saved at
-- the same moment and did not see each other.
CREATE FUNCTION find_duplicates() RETURNS integer LANGUAGE sql AS $$
  WITH alike AS (
    SELECT array_agg(id ORDER BY id) AS people, true AS birthdate, false AS phone FROM users
    WHERE birthdate IS NOT NULL AND btrim(last_name) <> '' AND btrim(zip_code) <> ''
      AND erase_at IS NULL AND role = 'member'
    GROUP BY birthdate, lower(btrim(last_name)), left(btrim(zip_code), 5)
    HAVING count(*) BETWEEN 2 AND 20
    UNION ALL
    SELECT array_agg(id ORDER BY id), false, true FROM users
    WHERE length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 9 AND erase_at IS NULL AND role = 'member'
    GROUP BY right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)
    HAVING count(*) BETWEEN 2 AND 20
  ), pairs AS (
    SELECT one, other, bool_or(birthdate) AS birthdate, bool_or(phone) AS phone
    FROM alike, unnest(people) AS one, unnest(people) AS other WHERE one < other GROUP BY one, other
  ), found AS (
    INSERT INTO duplicates (one, other, by_birthdate, by_phone) SELECT * FROM pairs
    ON CONFLICT (one, other) DO NOTHING RETURNING 1
  )
  SELECT count(*)::int FROM found
$$;--> statement-breakpoint
SELECT find_duplicates();--> statement-breakpoint
CREATE TRIGGER list_inserted AFTER INSERT ON "duplicates" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('duplicates');--> statement-breakpoint
CREATE TRIGGER list_deleted AFTER DELETE ON "duplicates" REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('duplicates');--> statement-breakpoint
CREATE TRIGGER list_updated AFTER UPDATE ON "duplicates" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_rows('duplicates');
