CREATE TABLE "staff_duties" (
	"user_id" uuid NOT NULL,
	"duty" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_duties_user_id_duty_pk" PRIMARY KEY("user_id","duty")
);
--> statement-breakpoint
ALTER TABLE "staff_duties" ADD CONSTRAINT "staff_duties_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_duties_duty" ON "staff_duties" USING btree ("duty","user_id");--> statement-breakpoint
INSERT INTO "staff_duties" ("user_id", "duty") SELECT "id", 'owner' FROM "users" WHERE "role" = 'staff';--> statement-breakpoint
-- Nobody is staff without a duty, whoever sets the role: a new one is an owner unless the same transaction
-- gives duties. Deferred, so that a grant or a restored backup may write the duties after the role.
CREATE FUNCTION keep_staff_duties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = NEW.id AND role = 'staff') THEN
    IF NOT EXISTS (SELECT FROM staff_duties WHERE user_id = NEW.id) THEN
      INSERT INTO staff_duties (user_id, duty) VALUES (NEW.id, 'owner');
    END IF;
  ELSE
    DELETE FROM staff_duties WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER staff_have_a_duty AFTER INSERT ON "users" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.role = 'staff') EXECUTE FUNCTION keep_staff_duties();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER duties_follow_role AFTER UPDATE OF "role" ON "users" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION keep_staff_duties();
