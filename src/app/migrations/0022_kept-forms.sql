CREATE TABLE "kept_forms" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"fields" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_forms_expires_at" ON "kept_forms" USING btree ("expires_at");