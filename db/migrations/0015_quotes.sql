CREATE TABLE `billing_details` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`company` text,
	`street` text NOT NULL,
	`postcode` text,
	`city` text NOT NULL,
	`country` text NOT NULL,
	`vat_id` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_details_country" CHECK(length("billing_details"."country") = 2 AND "billing_details"."country" = upper("billing_details"."country"))
);
--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`currency` text NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`billing` text NOT NULL,
	`tax` text NOT NULL,
	`net` integer NOT NULL,
	`vat` integer NOT NULL,
	`gross` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quotes_sum" CHECK("quotes"."net" >= 0 AND "quotes"."vat" >= 0 AND "quotes"."gross" = "quotes"."net" + "quotes"."vat")
);
--> statement-breakpoint
CREATE INDEX `quotes_account` ON `quotes` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_expiry` ON `quotes` (`expires_at`);