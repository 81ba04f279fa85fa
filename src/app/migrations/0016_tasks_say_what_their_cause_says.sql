-- An open task follows its cause: the newest comparison with the provider, a deadline that was moved.
CREATE OR REPLACE FUNCTION open_task(a_kind text, a_subject text, a_number integer, a_detail text, a_since timestamptz, a_due timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO tasks (kind, subject, number, detail, since, due)
  VALUES (a_kind, a_subject, a_number, a_detail, a_since, a_due)
  ON CONFLICT (kind, subject) WHERE state IN ('open', 'taken')
  DO UPDATE SET detail = excluded.detail, due = excluded.due
    WHERE (tasks.detail, tasks.due) IS DISTINCT FROM (excluded.detail, excluded.due)
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER list_updated AFTER UPDATE ON tasks REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION notify_list_columns('tasks', 'id', 'state', 'taken_by_email', 'detail', 'due');
