CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`series` text NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`number` text NOT NULL,
	`issued_at` text NOT NULL,
	`document` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_kind" CHECK(kind IN ('invoice', 'credit_note'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_sequence` ON `invoices` (`series`,`year`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`series`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_order` ON `invoices` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`);--> statement-breakpoint
CREATE TABLE `order_lines` (
	`order_id` integer NOT NULL,
	`position` integer NOT NULL,
	`product` text NOT NULL,
	`name` text NOT NULL,
	`listing_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`launch_week` text,
	`held_week` text,
	`net` integer NOT NULL,
	`vat_rate_bp` integer,
	`vat` integer,
	`gross` integer,
	`effect` text,
	PRIMARY KEY(`order_id`, `position`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_lines_listing` ON `order_lines` (`listing_id`,`product`);--> statement-breakpoint
CREATE INDEX `order_lines_held` ON `order_lines` (`held_week`) WHERE "order_lines"."held_week" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer,
	`email` text NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_message` text,
	`currency` text NOT NULL,
	`billing` text,
	`tax` text,
	`net` integer NOT NULL,
	`vat` integer,
	`gross` integer,
	`evidence` text DEFAULT '[]' NOT NULL,
	`link_secret` text NOT NULL,
	`provider` text NOT NULL,
	`session_id` text,
	`payment_id` text,
	`confirmed_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`paid_at` text,
	`fulfilled_at` text,
	`withdrawn_at` text,
	`ended_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "orders_status" CHECK(status IN ('pending', 'paid', 'fulfilled', 'expired', 'canceled', 'failed', 'refunded')),
	CONSTRAINT "orders_provider" CHECK(provider IN ('stripe', 'sandbox')),
	CONSTRAINT "orders_sum" CHECK("orders"."net" >= 0 AND ("orders"."vat" IS NULL) = ("orders"."gross" IS NULL)
        AND ("orders"."vat" IS NULL OR ("orders"."vat" >= 0 AND "orders"."gross" = "orders"."net" + "orders"."vat")))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number_unique` ON `orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_session_id_unique` ON `orders` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_sequence` ON `orders` (`year`,`sequence`);--> statement-breakpoint
CREATE INDEX `orders_account` ON `orders` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `orders_open` ON `orders` (`expires_at`) WHERE "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`payment_id`) WHERE "orders"."payment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`) WHERE "orders"."paid_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_events` (
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`order_number` text,
	`received_at` text NOT NULL,
	PRIMARY KEY(`provider`, `event_id`)
);
