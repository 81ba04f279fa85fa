CREATE TABLE "process_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"not_ready" text,
	"slowest_route" text,
	"slowest_p95" integer,
	"provider_failures" integer NOT NULL,
	"server_errors" integer NOT NULL
);
