-- The lists of shipments and of subscribers are live of these columns too: another address or method, and consent.
CREATE OR REPLACE TRIGGER list_updated AFTER UPDATE ON shipments REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('shipments', 'id', 'state', 'waits_for', 'held_by',
    'attempts', 'expected_on', 'settled_at', 'method', 'to_state');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER list_updated AFTER UPDATE ON mailing_list_clients REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('joined', 'id', 'search_text', 'first_name', 'last_name',
    'unsubscribed_at', 'erase_at', 'by_email');
