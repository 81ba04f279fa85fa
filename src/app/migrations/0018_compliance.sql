-- Keys by which the same person and the same household are recognised, however they are written.
CREATE FUNCTION plain_words(written text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN btrim(regexp_replace(
    regexp_replace(normalize(lower(coalesce(written, '')), NFD), '[\u0300-\u036f''.]', '', 'g'),
    '[^a-z0-9]+', ' ', 'g'));
--> statement-breakpoint
CREATE FUNCTION person_key(name text, birthdate text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN CASE WHEN plain_words(name) <> '' AND birthdate <> '' THEN plain_words(name) || '|' || birthdate END;
--> statement-breakpoint
-- "12 North Main Street, Apartment 4" and "12 N. Main St. #4" are one household.
CREATE FUNCTION household_key(line text, extra text, zip text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  long constant text[] := '{street,avenue,av,boulevard,road,drive,lane,court,place,square,terrace,circle,highway,parkway,trail,way,north,south,east,west,northeast,northwest,southeast,southwest}';
  short constant text[] := '{st,ave,ave,blvd,rd,dr,ln,ct,pl,sq,ter,cir,hwy,pkwy,trl,wy,n,s,e,w,ne,nw,se,sw}';
  left_out constant text[] := '{apt,apartment,unit,suite,ste,no,number,floor,fl}';
  found text := '';
  word text;
BEGIN
  IF plain_words(line) = '' THEN
    RETURN NULL;
  END IF;
  FOREACH word IN ARRAY string_to_array(plain_words(line || ' ' || coalesce(extra, '')), ' ') LOOP
    IF word <> ALL (left_out) THEN
      found := found || coalesce(short[array_position(long, word)], word) || ' ';
    END IF;
  END LOOP;
  RETURN found || left(zip, 5);
END $$;
--> statement-breakpoint
CREATE TABLE "blocked_zip_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zip" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date,
	"source" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "blocked_zip_codes_zip" CHECK ("blocked_zip_codes"."zip" ~ '^[0-9]{5}$'),
	CONSTRAINT "blocked_zip_codes_days" CHECK ("blocked_zip_codes"."until_day" is null or "blocked_zip_codes"."until_day" > "blocked_zip_codes"."from_day"),
	CONSTRAINT "blocked_zip_codes_source" CHECK (char_length("blocked_zip_codes"."source") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"holder" text NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"reports_every" text,
	"reports_due_day" smallint,
	"document" "bytea",
	"covered_by" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licences_number" UNIQUE("state","number"),
	CONSTRAINT "licences_days" CHECK ("licences"."until_day" >= "licences"."from_day"),
	CONSTRAINT "licences_reports" CHECK (("licences"."reports_every" is null) = ("licences"."reports_due_day" is null) and coalesce("licences"."reports_due_day", 1) between 1 and 31),
	CONSTRAINT "licences_document" CHECK ("licences"."document" is null or octet_length("licences"."document") between 1 and 4194304)
);
--> statement-breakpoint
CREATE TABLE "state_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"limit_ml" integer,
	"counted_by" text,
	"counted_in" text,
	"needs_birthdate" boolean DEFAULT false NOT NULL,
	"largest_order_ml" integer,
	"note" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"added_by" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "state_rules_version" UNIQUE("state","version"),
	CONSTRAINT "state_rules_days" CHECK ("state_rules"."until_day" is null or "state_rules"."until_day" > "state_rules"."from_day"),
	CONSTRAINT "state_rules_limit" CHECK ("state_rules"."limit_ml" between 100 and 1000000 and "state_rules"."counted_by" is not null and "state_rules"."counted_in" is not null or "state_rules"."limit_ml" is null),
	CONSTRAINT "state_rules_largest_order" CHECK ("state_rules"."largest_order_ml" is null or "state_rules"."largest_order_ml" between 100 and 1000000),
	CONSTRAINT "state_rules_source" CHECK (char_length("state_rules"."source") between 1 and 300),
	CONSTRAINT "state_rules_confirmed_by" CHECK (("state_rules"."confirmed_by" is null) = ("state_rules"."confirmed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "compliance_events" (
	"order_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "compliance_events_order_id_place_pk" PRIMARY KEY("order_id","place")
);
--> statement-breakpoint
CREATE TABLE "compliance_people" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"salt" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"address_extra" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"birthdate" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"signer" text DEFAULT '' NOT NULL,
	"email_key" text,
	"person_key" text,
	"household_key" text
);
--> statement-breakpoint
CREATE TABLE "compliance_records" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"facts" jsonb NOT NULL,
	"ml" integer GENERATED ALWAYS AS ((facts ->> 'ml')::integer) STORED NOT NULL,
	"person_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compliance_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"every" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"format" text NOT NULL,
	"version" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	"file" text NOT NULL,
	"sha256" text NOT NULL,
	"figures" jsonb NOT NULL,
	"filed_on" date,
	"filed_by" text,
	CONSTRAINT "compliance_reports_version" UNIQUE("state","every","from_day","format","version"),
	CONSTRAINT "compliance_reports_days" CHECK ("compliance_reports"."until_day" > "compliance_reports"."from_day"),
	CONSTRAINT "compliance_reports_filed" CHECK (("compliance_reports"."filed_on" is null) = ("compliance_reports"."filed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "wine_facts" (
	"product_id" text PRIMARY KEY NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"class" text DEFAULT '' NOT NULL,
	"alcohol" numeric(3, 1),
	"cola" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wine_facts_alcohol" CHECK ("wine_facts"."alcohol" is null or "wine_facts"."alcohol" between 5 and 24)
);
--> statement-breakpoint
ALTER TABLE "compliance_events" ADD CONSTRAINT "compliance_events_order_id_compliance_records_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."compliance_records"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_people" ADD CONSTRAINT "compliance_people_order_id_compliance_records_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."compliance_records"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wine_facts" ADD CONSTRAINT "wine_facts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_zip_codes_confirmed" ON "blocked_zip_codes" USING btree ("zip") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX shipments_elsewhere ON shipments (left(to_zip, 5)) WHERE kind <> 'first';--> statement-breakpoint
CREATE INDEX "licences_until" ON "licences" USING btree ("until_day");--> statement-breakpoint
CREATE INDEX "state_rules_confirmed" ON "state_rules" USING btree ("state","from_day") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "compliance_people_email" ON "compliance_people" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "compliance_people_person" ON "compliance_people" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "compliance_people_household" ON "compliance_people" USING btree ("household_key");--> statement-breakpoint
CREATE INDEX "compliance_records_state" ON "compliance_records" USING btree ("state","at","ml");--> statement-breakpoint
CREATE INDEX "compliance_records_at" ON "compliance_records" USING btree ("at");
--> statement-breakpoint
-- The time zone in which most of a state's inhabitants live.
CREATE FUNCTION state_zone(a_state text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT CASE
    WHEN a_state IN ('CA', 'NV', 'OR', 'WA') THEN 'America/Los_Angeles'
    WHEN a_state = 'AZ' THEN 'America/Phoenix'
    WHEN a_state IN ('CO', 'ID', 'MT', 'NM', 'UT', 'WY') THEN 'America/Denver'
    WHEN a_state IN ('AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI')
      THEN 'America/Chicago'
    WHEN a_state = 'AK' THEN 'America/Anchorage'
    WHEN a_state = 'HI' THEN 'Pacific/Honolulu'
    ELSE 'America/New_York'
  END
$$;
--> statement-breakpoint
-- The calendar day of a moment in a state's own time.
CREATE FUNCTION day_in(a_state text, at timestamptz) RETURNS date STABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT (at AT TIME ZONE state_zone(a_state))::date
$$;
--> statement-breakpoint
-- The first day whose wine counts together with that of `day`.
CREATE FUNCTION counted_since(a_counted_in text, day date) RETURNS date IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT CASE a_counted_in
    WHEN 'calendar-month' THEN date_trunc('month', day)
    WHEN 'two-months' THEN day - interval '2 months' + interval '1 day'
    WHEN 'calendar-year' THEN date_trunc('year', day)
    WHEN 'twelve-months' THEN day - interval '1 year' + interval '1 day'
    WHEN 'year-from-july' THEN date_trunc('year', day - interval '6 months') + interval '6 months'
  END::date
$$;
--> statement-breakpoint
-- The licences of a state that have ended by a day and are neither covered nor followed by one that is valid then.
CREATE FUNCTION ended_licence(a_state text, day date) RETURNS SETOF licences STABLE LANGUAGE sql AS $$
  SELECT * FROM licences AS ended
  WHERE ended.state = a_state AND ended.until_day < day AND ended.covered_by = ''
    AND NOT EXISTS (SELECT FROM licences AS other
      WHERE other.state = ended.state AND other.holder = ended.holder
        AND plain_words(other.kind) = plain_words(ended.kind)
        AND other.from_day <= day AND other.until_day > ended.until_day
        AND (other.until_day >= day OR other.covered_by <> ''))
$$;
--> statement-breakpoint
CREATE TRIGGER list_changed AFTER INSERT OR DELETE OR UPDATE ON licences
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list('licenses');
--> statement-breakpoint
CREATE FUNCTION rule_in_force(a_state text, day date) RETURNS SETOF state_rules STABLE LANGUAGE sql AS $$
  SELECT * FROM state_rules
  WHERE state = a_state AND confirmed_at IS NOT NULL AND from_day <= day AND (until_day IS NULL OR day < until_day)
  ORDER BY version DESC LIMIT 1
$$;
--> statement-breakpoint
-- Whether the law of a place has to be asked at all: false for every state on a fresh start.
CREATE FUNCTION has_state_rules(a_state text, a_zip text) RETURNS boolean STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM state_rules WHERE state = a_state AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM licences WHERE state = a_state)
    OR EXISTS (SELECT FROM blocked_zip_codes WHERE zip = left(a_zip, 5) AND confirmed_at IS NOT NULL);
END $$;
--> statement-breakpoint
-- Volume of an order in ml without what was refunded or came back.
CREATE FUNCTION order_ml(an_order uuid) RETURNS bigint STABLE LANGUAGE sql AS $$
  SELECT coalesce(sum((line.quantity - greatest(line.returned, coalesce(back.units, 0))) * wine.bottles * wine.bottle_ml), 0)
  FROM order_lines AS line JOIN products AS wine ON wine.id = line.product_id
  LEFT JOIN LATERAL (
    SELECT least(coalesce(sum(box.units), 0), line.quantity) AS units
    FROM shipments AS sent JOIN shipment_lines AS box ON box.shipment_id = sent.id
    WHERE sent.order_id = line.order_id AND sent.state = 'returned' AND box.product_id = line.product_id
      AND NOT EXISTS (SELECT FROM shipments AS again WHERE again.replaces = sent.id AND again.state <> 'cancelled')
  ) AS back ON true
  WHERE line.order_id = an_order
$$;
--> statement-breakpoint
-- Volume in ml that counts together with a sale: each box where it goes and by the day on which it was shipped, or else
-- ordered; wine that is in no box by its order; and open checkouts. A box that was sent again or replaced is the new one.
-- `before` is the number of an order that is about to leave: then of what has not left only what was ordered before it
-- counts, by the day of the order or where it is about to leave as well, and no checkout. Volatile: each statement in it
-- sees what was committed before it, also while a lock was waited for.
CREATE FUNCTION volume_had(sale jsonb, a_counted_by text, since date) RETURNS bigint VOLATILE LANGUAGE plpgsql AS $$
DECLARE
  a_state text := sale #>> '{shipTo,state}';
  by_person boolean := a_counted_by = 'person';
  a_user uuid := (sale ->> 'userId')::uuid;
  an_email text := nullif(lower(sale ->> 'email'), '');
  before integer := (sale ->> 'before')::integer;
  a_person text := person_key(sale #>> '{shipTo,name}', sale #>> '{shipTo,birthdate}');
  a_household text := household_key(sale #>> '{shipTo,address}', sale #>> '{shipTo,addressExtra}', sale #>> '{shipTo,zipCode}');
BEGIN
  RETURN (
    WITH same AS (
      SELECT order_id FROM compliance_people WHERE NOT by_person AND household_key = a_household
      UNION SELECT order_id FROM shipments
        WHERE NOT by_person AND kind <> 'first' AND left(to_zip, 5) = left(sale #>> '{shipTo,zipCode}', 5)
      UNION SELECT order_id FROM compliance_people WHERE by_person AND email_key = an_email
      UNION SELECT order_id FROM compliance_people WHERE by_person AND person_key = a_person
      UNION SELECT id FROM orders WHERE by_person AND user_id = a_user
    )
    SELECT coalesce(sum(least(kept.ml, boxes.counted_ml) + CASE
      WHEN person.state = a_state AND (by_person OR person.household_key = a_household)
        AND (before IS NULL OR bought.number < before) AND day_in(a_state, bought.created_at) >= since
      THEN greatest(kept.ml - boxes.ml, 0) ELSE 0 END), 0)
    FROM same JOIN orders AS bought ON bought.id = same.order_id
    JOIN compliance_people AS person ON person.order_id = bought.id
    CROSS JOIN LATERAL (SELECT order_ml(bought.id) AS ml) AS kept
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(packed.units * wine.bottles * wine.bottle_ml), 0) AS ml,
        coalesce(sum(packed.units * wine.bottles * wine.bottle_ml) FILTER (WHERE box.method <> 'pickup' AND box.to_state = a_state
          AND (by_person OR household_key(box.ship_to ->> 'address', box.ship_to ->> 'addressExtra', box.ship_to ->> 'zipCode') = a_household)
          AND (before IS NULL OR box.handed_at IS NOT NULL OR bought.number < before)
          AND (day_in(a_state, coalesce(box.handed_at, bought.created_at)) >= since
            OR before IS NOT NULL AND box.handed_at IS NULL AND box.state = 'ready')), 0) AS counted_ml
      FROM shipments AS box JOIN shipment_lines AS packed ON packed.shipment_id = box.id
      JOIN products AS wine ON wine.id = packed.product_id
      WHERE box.order_id = bought.id AND box.state NOT IN ('cancelled', 'returned')
        AND NOT EXISTS (SELECT FROM shipments AS again WHERE again.replaces = box.id AND again.state <> 'cancelled')
    ) AS boxes
    WHERE bought.refunded_cents < greatest(bought.total_cents, 1) AND bought.id IS DISTINCT FROM (sale ->> 'orderId')::uuid
  ) + (
    SELECT coalesce(sum(line.quantity * wine.bottles * wine.bottle_ml), 0)
    FROM checkouts AS open
    JOIN checkout_lines AS line ON line.checkout_id = open.id
    JOIN products AS wine ON wine.id = line.product_id
    LEFT JOIN users AS buyer ON buyer.id = open.user_id
    WHERE before IS NULL AND open.state = 'open' AND open.id IS DISTINCT FROM (sale ->> 'checkoutId')::uuid
      AND open.shipping_method IS DISTINCT FROM 'pickup' AND open.ship_to ->> 'state' = a_state
      -- An offer that is refused takes nothing while its authorisation is being voided.
      AND coalesce(open.verdict, 'serve') = 'serve'
      AND CASE WHEN by_person THEN open.user_id = a_user
          OR lower(coalesce(nullif(open.email, ''), buyer.email)) = an_email
          OR person_key(open.ship_to ->> 'name', open.ship_to ->> 'birthdate') = a_person
        ELSE household_key(open.ship_to ->> 'address', open.ship_to ->> 'addressExtra', open.ship_to ->> 'zipCode') = a_household
        END
  );
END $$;
--> statement-breakpoint
-- Why the law of the state forbids a sale at a moment, or null; and the rule with its volumes where it has a limit.
-- `sale`: shipTo, userId, email, units by product; checkoutId and orderId are those that do not count beside it. With
-- `locks` sales of the same person or household wait for each other until the transaction ends.
CREATE FUNCTION state_verdict(sale jsonb, at timestamptz, locks boolean)
RETURNS TABLE (verdict text, rule_id uuid, rule_version integer, counted_by text, counted_in text, limit_ml integer, largest_order_ml integer, had_ml bigint, sale_ml bigint, has_rule boolean)
VOLATILE LANGUAGE plpgsql AS $$
DECLARE
  a_state text := sale #>> '{shipTo,state}';
  day date := day_in(a_state, at);
  rule state_rules%ROWTYPE;
  same text;
BEGIN
  SELECT coalesce(sum(wine.bottles * wine.bottle_ml * units.value::integer), 0) INTO sale_ml
  FROM jsonb_each_text(sale -> 'units') AS units JOIN products AS wine ON wine.id = units.key;
  SELECT * INTO rule FROM rule_in_force(a_state, day);
  has_rule := rule.id IS NOT NULL;
  rule_id := rule.id; rule_version := rule.version;
  counted_by := rule.counted_by; counted_in := rule.counted_in;
  limit_ml := rule.limit_ml; largest_order_ml := rule.largest_order_ml;
  IF rule.limit_ml IS NOT NULL THEN
    IF locks THEN
      FOR same IN
        SELECT key FROM unnest(CASE WHEN rule.counted_by = 'person' THEN ARRAY[
          sale ->> 'userId', nullif(lower(sale ->> 'email'), ''),
          person_key(sale #>> '{shipTo,name}', sale #>> '{shipTo,birthdate}')]
        ELSE ARRAY[household_key(sale #>> '{shipTo,address}', sale #>> '{shipTo,addressExtra}', sale #>> '{shipTo,zipCode}')]
        END) AS key WHERE key IS NOT NULL ORDER BY key
      LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('volume ' || a_state || ' ' || same, 0));
      END LOOP;
    END IF;
    had_ml := volume_had(sale, rule.counted_by, counted_since(rule.counted_in, day));
  END IF;
  verdict := CASE
    WHEN EXISTS (SELECT FROM blocked_zip_codes AS dry WHERE dry.zip = left(sale #>> '{shipTo,zipCode}', 5)
      AND dry.confirmed_at IS NOT NULL AND dry.from_day <= day AND (dry.until_day IS NULL OR day < dry.until_day))
      THEN 'zip-not-served'
    WHEN rule.is_suspended OR EXISTS (SELECT FROM ended_licence(a_state, day)) THEN 'state-suspended'
    WHEN rule.needs_birthdate AND coalesce(sale #>> '{shipTo,birthdate}', '') = '' THEN 'birthdate-needed'
    WHEN rule.largest_order_ml < sale_ml THEN 'order-too-large'
    WHEN rule.limit_ml < had_ml + sale_ml THEN 'over-volume'
  END;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- A confirmed version is what was decided: only its end may be set.
CREATE FUNCTION state_rules_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    RAISE EXCEPTION 'versions of a state''s rule are kept';
  END IF;
  IF (to_jsonb(new) - '{until_day,confirmed_by,confirmed_at}'::text[]) IS DISTINCT FROM (to_jsonb(old) - '{until_day,confirmed_by,confirmed_at}'::text[])
    OR old.confirmed_at IS NOT NULL AND (new.confirmed_by, new.confirmed_at) IS DISTINCT FROM (old.confirmed_by, old.confirmed_at) THEN
    RAISE EXCEPTION 'a version of a state''s rule does not change';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER state_rules_stay BEFORE UPDATE OR DELETE ON state_rules
  FOR EACH ROW EXECUTE FUNCTION state_rules_stay();
--> statement-breakpoint
-- Records are written by the functions below alone, which run as the owner: the shop's role may only read them.
CREATE FUNCTION compliance_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'compliance_people' AND current_setting('kohue.writing_compliance', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'compliance records are append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER compliance_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_records
  FOR EACH STATEMENT EXECUTE FUNCTION compliance_is_append_only();
--> statement-breakpoint
CREATE TRIGGER compliance_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_events
  FOR EACH STATEMENT EXECUTE FUNCTION compliance_is_append_only();
--> statement-breakpoint
CREATE TRIGGER compliance_people_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_people
  FOR EACH STATEMENT EXECUTE FUNCTION compliance_is_append_only();
--> statement-breakpoint
CREATE FUNCTION sha256_of(VARIADIC parts text[]) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT encode(sha256(convert_to(to_jsonb(parts)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION compliance_person_hash(person compliance_people) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT sha256_of(person.salt::text, person.name, person.address, person.address_extra, person.city, person.state,
    person.zip_code, person.birthdate, person.phone, person.email, person.signer)
$$;
--> statement-breakpoint
CREATE FUNCTION compliance_record_hash(entry compliance_records) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT sha256_of(entry.order_id::text, entry.state, extract(epoch FROM entry.at)::text, entry.facts::text, entry.person_hash)
$$;
--> statement-breakpoint
CREATE FUNCTION compliance_event_hash(entry compliance_events, before text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT sha256_of(before, entry.place::text, extract(epoch FROM entry.at)::text, entry.kind, entry.facts::text)
$$;
--> statement-breakpoint
-- Orders of the same address by another name, or of the same name at another address, in a year before.
CREATE FUNCTION near_orders(person compliance_people, at timestamptz) RETURNS jsonb STABLE LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(DISTINCT o.number), '[]')
  FROM compliance_people AS other JOIN orders AS o ON o.id = other.order_id
  WHERE other.order_id <> person.order_id AND other.state = person.state AND o.created_at > at - interval '1 year'
    AND o.state <> 'refunded'
    AND (other.household_key = person.household_key AND plain_words(other.name) <> plain_words(person.name)
      AND other.email_key IS DISTINCT FROM person.email_key
      OR other.person_key = person.person_key AND other.household_key <> person.household_key
        AND other.email_key IS DISTINCT FROM person.email_key)
$$;
--> statement-breakpoint
-- A near match forbids nothing: staff look at it, and at a later one again.
CREATE FUNCTION flag_near_orders(an_order uuid, near jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_flags (order_id, reason) SELECT an_order, 'near-match' WHERE near <> '[]'
  ON CONFLICT (order_id, reason, source) DO UPDATE SET raised_at = now(), resolved_at = NULL, resolved_by = NULL
$$;
--> statement-breakpoint
CREATE FUNCTION write_compliance_record(an_order uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  bought orders%ROWTYPE;
  person compliance_people%ROWTYPE;
  entry compliance_records%ROWTYPE;
  judged record;
  -- Nowhere for a pickup.
  goes_to jsonb;
BEGIN
  SELECT * INTO bought FROM orders WHERE id = an_order;
  goes_to := CASE WHEN bought.shipping_method IS DISTINCT FROM 'pickup' THEN bought.ship_to END;
  person.order_id := an_order;
  person.salt := gen_random_uuid();
  person.name := coalesce(nullif(bought.ship_to ->> 'name', ''), bought.name);
  person.address := coalesce(goes_to ->> 'address', '');
  person.address_extra := coalesce(goes_to ->> 'addressExtra', '');
  person.city := coalesce(goes_to ->> 'city', '');
  person.state := coalesce(goes_to ->> 'state', '');
  person.zip_code := coalesce(goes_to ->> 'zipCode', '');
  person.birthdate := coalesce(bought.ship_to ->> 'birthdate', '');
  person.phone := coalesce(bought.ship_to ->> 'phone', '');
  person.email := bought.email;
  person.signer := '';
  person.email_key := nullif(lower(person.email), '');
  person.person_key := person_key(person.name, person.birthdate);
  person.household_key := household_key(person.address, person.address_extra, person.zip_code);

  SELECT * INTO judged FROM state_verdict(jsonb_build_object(
    'shipTo', bought.ship_to, 'userId', bought.user_id, 'email', bought.email, 'checkoutId', bought.checkout_id,
    'orderId', bought.id, 'units', '{}'::jsonb), bought.created_at, false)
  WHERE goes_to IS NOT NULL AND has_state_rules(person.state, person.zip_code);

  entry.order_id := an_order;
  entry.state := person.state;
  entry.at := bought.created_at;
  SELECT jsonb_build_object(
    'number', bought.number,
    'channel', bought.channel,
    'method', bought.shipping_method,
    'isServed', coalesce(sum(line.quantity - line.returned), 0) > 0,
    'destinations', coalesce(bought.ship_to ->> 'rules', ''),
    'rule', CASE WHEN judged.has_rule THEN jsonb_build_object('id', judged.rule_id, 'version', judged.rule_version,
      'countedBy', judged.counted_by, 'countedIn', judged.counted_in, 'limitMl', judged.limit_ml, 'hadMl', judged.had_ml) END,
    'verdict', CASE WHEN judged.verdict IS NOT NULL THEN judged.verdict
      WHEN judged.largest_order_ml < coalesce(sum(line.quantity * wine.bottles * wine.bottle_ml), 0) THEN 'order-too-large'
      WHEN judged.limit_ml < judged.had_ml + coalesce(sum(line.quantity * wine.bottles * wine.bottle_ml), 0) THEN 'over-volume' END,
    'ml', coalesce(sum(line.quantity * wine.bottles * wine.bottle_ml), 0),
    'licences', (SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'holder', holder) ORDER BY holder, number), '[]')
      FROM licences WHERE state = person.state AND day_in(person.state, bought.created_at) BETWEEN from_day AND until_day),
    'age', jsonb_build_object('hasBirthdate', person.birthdate <> '', 'page', bought.ship_to #>> '{statementShown,channel}',
      'shownAt', bought.ship_to #>> '{statementShown,at}'),
    'statement', coalesce(bought.ship_to ->> 'statement', ''),
    'wines', coalesce(jsonb_agg(jsonb_build_object('productId', wine.id, 'description', line.description, 'quantity', line.quantity,
      'unitPriceCents', line.unit_price_cents, 'taxCents', line.tax_cents, 'bottles', wine.bottles, 'bottleMl', wine.bottle_ml,
      'vintage', wine.vintage, 'brand', coalesce(fact.brand, ''), 'class', coalesce(fact.class, ''), 'alcohol', fact.alcohol,
      'cola', coalesce(fact.cola, ''), 'country', coalesce(fact.country, '')) ORDER BY wine.id) FILTER (WHERE wine.id IS NOT NULL), '[]'),
    'shippingCents', bought.shipping_cents,
    'taxCents', bought.tax_cents,
    'totalCents', bought.total_cents,
    'near', CASE WHEN judged.limit_ml IS NOT NULL THEN near_orders(person, bought.created_at) ELSE '[]'::jsonb END)
  INTO entry.facts
  FROM order_lines AS line JOIN products AS wine ON wine.id = line.product_id
  LEFT JOIN wine_facts AS fact ON fact.product_id = wine.id
  WHERE line.order_id = an_order;
  entry.person_hash := compliance_person_hash(person);
  entry.hash := compliance_record_hash(entry);
  INSERT INTO compliance_records (order_id, state, at, facts, person_hash, hash)
  VALUES (entry.order_id, entry.state, entry.at, entry.facts, entry.person_hash, entry.hash);
  INSERT INTO compliance_people SELECT person.*;
  IF (entry.facts ->> 'isServed')::boolean THEN
    PERFORM flag_near_orders(an_order, entry.facts -> 'near');
  END IF;
END $$;
--> statement-breakpoint
-- Adds what became of an order. One without a record has none, and one event at a time is added to a record.
CREATE FUNCTION add_compliance_event(an_order uuid, an_at timestamptz, a_kind text, what jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  entry compliance_events%ROWTYPE;
  before text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('compliance ' || an_order, 0));
  SELECT hash, 0 INTO before, entry.place FROM compliance_records WHERE order_id = an_order;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT hash, place INTO before, entry.place FROM (
    SELECT hash, place FROM compliance_events WHERE order_id = an_order
    UNION ALL SELECT before, 0
  ) AS chain ORDER BY place DESC LIMIT 1;
  entry.order_id := an_order;
  entry.place := entry.place + 1;
  entry.at := an_at;
  entry.kind := a_kind;
  entry.facts := what;
  entry.hash := compliance_event_hash(entry, before);
  INSERT INTO compliance_events (order_id, place, at, kind, facts, hash)
  VALUES (an_order, entry.place, entry.at, entry.kind, entry.facts, entry.hash);
END $$;
--> statement-breakpoint
CREATE FUNCTION record_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A backup brings its own records.
  IF current_setting('kohue.restoring', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM write_compliance_record(new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction, when the lines are there however they were written.
CREATE CONSTRAINT TRIGGER compliance_record AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION record_order();
--> statement-breakpoint
-- What a box went through. A signature is a personal field.
CREATE FUNCTION record_shipment_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  box shipments%ROWTYPE;
  person compliance_people%ROWTYPE;
  signed text := nullif(new.signer, '');
BEGIN
  IF current_setting('kohue.restoring', true) = 'on' THEN
    RETURN NULL;
  END IF;
  SELECT * INTO box FROM shipments WHERE id = new.shipment_id;
  signed := coalesce(signed, CASE WHEN new.kind IN ('delivered', 'collected') THEN nullif(box.signed_by, '') END);
  IF signed IS NOT NULL THEN
    PERFORM set_config('kohue.writing_compliance', 'on', true);
    UPDATE compliance_people SET signer = signed WHERE order_id = box.order_id RETURNING * INTO person;
    PERFORM set_config('kohue.writing_compliance', 'off', true);
  END IF;
  PERFORM add_compliance_event(box.order_id, new.at, new.kind, jsonb_strip_nulls(jsonb_build_object(
    'shipment', box.number, 'source', new.source, 'isDay', new.is_day, 'carrier', box.carrier,
    'trackingNumbers', (SELECT jsonb_agg(tracking_number ORDER BY tracking_number) FROM parcels
      WHERE shipment_id = box.id AND superseded_at IS NULL),
    'text', CASE WHEN new.kind = 'collected' THEN new.text END,
    'isSigned', signed IS NOT NULL, 'personHash', CASE WHEN person.order_id IS NOT NULL THEN compliance_person_hash(person) END)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER compliance_event AFTER INSERT ON shipment_events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.kind IN ('handed-over', 'handover-undone', 'shipped', 'tracking', 'tracking-corrected', 'delivered',
    'collected', 'returned', 'received-back', 'lost', 'damaged', 'cancelled'))
  EXECUTE FUNCTION record_shipment_event();
--> statement-breakpoint
-- A box that goes elsewhere than its order did. The personal fields follow the order's box; of two boxes that go to
-- different addresses, the shipment has that of the second.
CREATE FUNCTION record_moved_shipment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  person compliance_people%ROWTYPE;
  -- Nowhere for a pickup.
  goes_to jsonb := CASE WHEN new.method <> 'pickup' THEN new.ship_to END;
  -- What of an address is none.
  others constant text[] := '{gift,name,phone,birthdate,rules,statement,statementShown}';
  is_apart boolean := new.kind <> 'first' AND EXISTS (
    SELECT FROM shipments WHERE order_id = new.order_id AND kind = 'split' AND state <> 'cancelled');
  before text;
  near jsonb := '[]';
BEGIN
  IF current_setting('kohue.restoring', true) = 'on' THEN
    RETURN NULL;
  END IF;
  SELECT * INTO person FROM compliance_people WHERE order_id = new.order_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  before := CASE WHEN tg_op = 'UPDATE' THEN CASE WHEN old.method = 'pickup' THEN '' ELSE old.to_state END ELSE person.state END;
  person.address := coalesce(goes_to ->> 'address', '');
  person.address_extra := coalesce(goes_to ->> 'addressExtra', '');
  person.city := coalesce(goes_to ->> 'city', '');
  person.state := coalesce(goes_to ->> 'state', '');
  person.zip_code := coalesce(goes_to ->> 'zipCode', '');
  -- A gift, or another statement.
  IF tg_op = 'UPDATE' AND (old.method = 'pickup') = (new.method = 'pickup')
    AND old.ship_to - others = new.ship_to - others THEN
    RETURN NULL;
  END IF;
  IF tg_op = 'INSERT' AND person.state = before
    AND household_key(person.address, person.address_extra, person.zip_code) IS NOT DISTINCT FROM person.household_key THEN
    RETURN NULL;
  END IF;
  person.household_key := household_key(person.address, person.address_extra, person.zip_code);
  IF NOT is_apart THEN
    PERFORM set_config('kohue.writing_compliance', 'on', true);
    UPDATE compliance_people SET address = person.address, address_extra = person.address_extra, city = person.city,
      state = person.state, zip_code = person.zip_code, household_key = person.household_key
    WHERE order_id = new.order_id;
    PERFORM set_config('kohue.writing_compliance', 'off', true);
  END IF;
  IF EXISTS (SELECT FROM rule_in_force(person.state, day_in(person.state, now())) WHERE limit_ml IS NOT NULL) THEN
    near := near_orders(person, now());
    PERFORM flag_near_orders(new.order_id, near);
  END IF;
  PERFORM add_compliance_event(new.order_id, now(), CASE WHEN new.kind = 'split' AND tg_op = 'INSERT' THEN 'split' ELSE 'moved' END,
    jsonb_strip_nulls(jsonb_build_object('shipment', new.number, 'from', before, 'to', person.state, 'method', new.method,
      'near', nullif(near, '[]'), 'personHash', CASE WHEN NOT is_apart THEN compliance_person_hash(person) END)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER compliance_moved AFTER UPDATE OF ship_to, method ON shipments
  FOR EACH ROW WHEN (old.ship_to IS DISTINCT FROM new.ship_to OR (old.method = 'pickup') <> (new.method = 'pickup'))
  EXECUTE FUNCTION record_moved_shipment();
--> statement-breakpoint
CREATE TRIGGER compliance_sent_elsewhere AFTER INSERT ON shipments FOR EACH ROW WHEN (new.kind <> 'first')
  EXECUTE FUNCTION record_moved_shipment();
--> statement-breakpoint
-- What staff saw of near matches, however they resolved the flag.
CREATE FUNCTION record_near_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_compliance_event(new.order_id, new.resolved_at, 'near-seen',
    jsonb_strip_nulls(jsonb_build_object('by', new.resolved_by)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER compliance_near_seen AFTER UPDATE OF resolved_at ON order_flags
  FOR EACH ROW WHEN (new.reason = 'near-match' AND old.resolved_at IS NULL AND new.resolved_at IS NOT NULL)
  EXECUTE FUNCTION record_near_seen();
--> statement-breakpoint
CREATE FUNCTION record_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kohue.restoring', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM add_compliance_event(new.order_id, coalesce(new.settled_at, now()), 'refunded',
    jsonb_build_object('amountCents', new.amount_cents, 'purpose', new.purpose));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER compliance_refund_made AFTER INSERT ON refunds FOR EACH ROW WHEN (new.state = 'made')
  EXECUTE FUNCTION record_refund();
--> statement-breakpoint
CREATE TRIGGER compliance_refund_settled AFTER UPDATE OF state ON refunds
  FOR EACH ROW WHEN (new.state = 'made' AND old.state <> 'made') EXECUTE FUNCTION record_refund();
--> statement-breakpoint
-- Where the chain of an order is broken: 'record', 'event 3', 'personal data'; null when all of it is as it was written.
CREATE FUNCTION compliance_chain_break(an_order uuid) RETURNS text STABLE LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  entry compliance_records%ROWTYPE;
  event compliance_events%ROWTYPE;
  before text;
  person_hash text;
BEGIN
  SELECT * INTO entry FROM compliance_records WHERE order_id = an_order;
  IF NOT FOUND OR entry.hash <> compliance_record_hash(entry) THEN
    RETURN 'record';
  END IF;
  before := entry.hash;
  person_hash := entry.person_hash;
  FOR event IN SELECT * FROM compliance_events WHERE order_id = an_order ORDER BY place LOOP
    IF event.hash <> compliance_event_hash(event, before) THEN
      RETURN 'event ' || event.place;
    END IF;
    before := event.hash;
    person_hash := coalesce(event.facts ->> 'personHash', person_hash);
    IF event.kind = 'erased' THEN
      person_hash := NULL;
    END IF;
  END LOOP;
  IF person_hash IS DISTINCT FROM (SELECT compliance_person_hash(person) FROM compliance_people AS person WHERE person.order_id = an_order) THEN
    RETURN 'personal data';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only that function takes from the events of a shipment what carriers and staff wrote of the person.
CREATE OR REPLACE FUNCTION shipment_events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND current_setting('kohue.writing_compliance', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the events of a shipment are append-only';
END $$;
--> statement-breakpoint
-- Erases the personal fields of a record that is older than so many years, but never before three, and not under a legal
-- hold, and what the events of its shipments say. Returns whether it did.
CREATE FUNCTION erase_compliance_person(an_order uuid, years integer, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  erased boolean;
BEGIN
  -- A legal hold that is placed at the same time is seen, or waits.
  PERFORM pg_advisory_xact_lock(hashtextextended('compliance ' || an_order, 0));
  IF (SELECT kind FROM compliance_events WHERE order_id = an_order AND kind IN ('legal-hold', 'legal-hold-ended')
    ORDER BY place DESC LIMIT 1) = 'legal-hold' THEN
    RETURN false;
  END IF;
  PERFORM set_config('kohue.writing_compliance', 'on', true);
  DELETE FROM compliance_people AS person USING compliance_records AS entry
  WHERE person.order_id = an_order AND entry.order_id = an_order
    AND entry.at < erase_compliance_person.at - make_interval(years => greatest(years, 3));
  erased := FOUND;
  IF erased THEN
    UPDATE shipment_events AS event SET signer = '', text = '' FROM shipments AS box
    WHERE box.order_id = an_order AND event.shipment_id = box.id AND (event.signer <> '' OR event.text <> '');
  END IF;
  PERFORM set_config('kohue.writing_compliance', 'off', true);
  IF erased THEN
    PERFORM add_compliance_event(an_order, at, 'erased', '{}');
  END IF;
  RETURN erased;
END $$;
--> statement-breakpoint
-- Orders of before have what is known of them.
SELECT write_compliance_record(id) FROM orders ORDER BY number;
