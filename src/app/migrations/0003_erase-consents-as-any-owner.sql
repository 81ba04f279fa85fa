-- A function that sets a parameter of ours in its definition can be made by a superuser alone.
CREATE OR REPLACE FUNCTION erase_consents(address text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  erased bigint;
BEGIN
  PERFORM set_config('kohue.erasing_consents', 'on', true);
  DELETE FROM consents WHERE email = address;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('kohue.erasing_consents', 'off', true);
  RETURN erased;
END $$;
