-- Set against set: a join of what a statement changed has no statistics to go by, and compared every
-- row with every other. Ten thousand changed members took half a minute.
CREATE OR REPLACE FUNCTION tell_desk_of_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, search_text, first_name, last_name, membership_level, subscription, optional_text,
      by_email, by_phone, has_bought FROM after
    EXCEPT
    SELECT id, search_text, first_name, last_name, membership_level, subscription, optional_text,
      by_email, by_phone, has_bought FROM before
  ) THEN
    PERFORM pg_notify('desk_users', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_desk_of_changed_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT id, search_text, first_name, last_name, unsubscribed_at FROM after
    EXCEPT
    SELECT id, search_text, first_name, last_name, unsubscribed_at FROM before
  ) THEN
    PERFORM pg_notify('desk_mailing_list_clients', '');
  END IF;
  RETURN NULL;
END $$;
