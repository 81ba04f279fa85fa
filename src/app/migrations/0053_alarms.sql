CREATE TABLE "alarm_looks" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"cause" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"raised_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"quiet_since" timestamp with time zone
);
