CREATE TABLE "deleted_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"email" text NOT NULL,
	"record" jsonb NOT NULL,
	"deleted_by" uuid NOT NULL,
	"erase_at" timestamp with time zone NOT NULL
);
