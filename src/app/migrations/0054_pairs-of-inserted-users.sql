-- Once for each statement: a file of many people is not looked through row by row. Each phone, and each
-- birthdate with name and ZIP, is looked up once by its index, and all alike are paired, as each night.
CREATE FUNCTION pair_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO duplicates (one, other, by_birthdate, by_phone)
  SELECT one, other, bool_or(birthdate), bool_or(phone) FROM (
    SELECT (SELECT array_agg(id) FROM (
        SELECT u.id FROM users AS u
        WHERE u.birthdate = keys.birthdate AND lower(btrim(u.last_name)) = keys.last_name
          AND left(btrim(u.zip_code), 5) = keys.zip_code AND u.last_name <> '' AND u.zip_code <> ''
          AND u.erase_at IS NULL AND u.role = 'member' LIMIT 21) AS alike) AS people,
      true AS birthdate, false AS phone
    FROM (
      SELECT DISTINCT t.birthdate, lower(btrim(t.last_name)) AS last_name,
        left(btrim(t.zip_code), 5) AS zip_code
      FROM touched AS t
      WHERE t.birthdate IS NOT NULL AND btrim(t.last_name) <> '' AND btrim(t.zip_code) <> ''
        AND t.erase_at IS NULL AND t.role = 'member') AS keys
    UNION ALL
    SELECT (SELECT array_agg(id) FROM (
        SELECT u.id FROM users AS u
        WHERE right(regexp_replace(u.phone, '[^0-9]', '', 'g'), 10) = keys.phone AND u.phone <> ''
          AND u.erase_at IS NULL AND u.role = 'member' LIMIT 21) AS alike),
      false, true
    FROM (
      SELECT DISTINCT right(regexp_replace(t.phone, '[^0-9]', '', 'g'), 10) AS phone
      FROM touched AS t
      WHERE length(regexp_replace(t.phone, '[^0-9]', '', 'g')) >= 9
        AND t.erase_at IS NULL AND t.role = 'member') AS keys
  ) AS same, unnest(same.people) AS one, unnest(same.people) AS other
  WHERE cardinality(same.people) BETWEEN 2 AND 20 AND one < other
  GROUP BY one, other
  ON CONFLICT (one, other) DO UPDATE SET by_birthdate = excluded.by_birthdate, by_phone = excluded.by_phone
  WHERE duplicates.by_birthdate <> excluded.by_birthdate OR duplicates.by_phone <> excluded.by_phone;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER keep_duplicates ON "users";--> statement-breakpoint
CREATE TRIGGER keep_duplicates AFTER INSERT ON "users" REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION pair_inserted();
