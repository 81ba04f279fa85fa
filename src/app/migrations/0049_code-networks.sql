CREATE TABLE "factor_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"wrong_codes" smallint DEFAULT 0 NOT NULL,
	"wrong_since" timestamp with time zone,
	"locked_until" timestamp with time zone,
	CONSTRAINT "factor_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "lock_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "factor_networks" ADD CONSTRAINT "factor_networks_user_id_second_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("user_id") ON DELETE cascade ON UPDATE no action;