-- The overview counts directly. The release before still reads running_totals, and recounts it every hour; the
-- table and the functions of these triggers are for a later migration to drop.
DROP TRIGGER total_inserted ON "orders";--> statement-breakpoint
DROP TRIGGER total_deleted ON "orders";--> statement-breakpoint
DROP TRIGGER total_inserted ON "order_lines";--> statement-breakpoint
DROP TRIGGER total_deleted ON "order_lines";--> statement-breakpoint
DROP TRIGGER total_inserted ON "users";--> statement-breakpoint
DROP TRIGGER total_deleted ON "users";--> statement-breakpoint
DROP TRIGGER total_updated ON "users";--> statement-breakpoint
DROP TRIGGER total_inserted ON "mailing_list_clients";--> statement-breakpoint
DROP TRIGGER total_deleted ON "mailing_list_clients";--> statement-breakpoint
DROP TRIGGER total_updated ON "mailing_list_clients";
