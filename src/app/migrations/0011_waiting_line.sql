CREATE TABLE "waiting_line" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"number" integer DEFAULT 1 NOT NULL,
	"is_open" boolean NOT NULL,
	"why" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"opens_at" timestamp with time zone,
	"drawn_up_to" integer DEFAULT 0 NOT NULL,
	"issued" integer DEFAULT 0 NOT NULL,
	"let_in" integer DEFAULT 0 NOT NULL,
	"capacity" real NOT NULL,
	"fixed_capacity" integer,
	"most_per_minute" integer,
	"is_paused" boolean DEFAULT false NOT NULL,
	"pace" real DEFAULT 0 NOT NULL,
	"owed" real DEFAULT 0 NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"waited_at" timestamp with time zone NOT NULL,
	"slow_at" timestamp with time zone,
	"steady_at" timestamp with time zone,
	"turns_lost" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "waiting_line_one" CHECK ("waiting_line"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "waiting_places" (
	"key" text PRIMARY KEY NOT NULL,
	"ticket" integer,
	"place" integer,
	"turn_at" timestamp with time zone,
	"entered_at" timestamp with time zone,
	"entered_by" text,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_places_ticket" ON "waiting_places" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "waiting_places_next" ON "waiting_places" USING btree ("place") WHERE turn_at is null;--> statement-breakpoint
CREATE INDEX "waiting_places_turns" ON "waiting_places" USING btree ("turn_at") WHERE entered_at is null;--> statement-breakpoint
CREATE INDEX "waiting_places_inside" ON "waiting_places" USING btree ("until");