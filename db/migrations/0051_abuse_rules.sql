CREATE TABLE `abuse_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer,
	`kind` text NOT NULL,
	`effect` text NOT NULL,
	`value` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_by` integer,
	`created_at` text NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`last_hit_at` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "abuse_rules_kind" CHECK(kind IN ('email_domain', 'product_domain', 'word', 'network', 'email_hash')),
	CONSTRAINT "abuse_rules_effect" CHECK(effect IN ('deny', 'allow'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `abuse_rules_value` ON `abuse_rules` (`kind`,`value`,`site_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `abuse_rules_value_everywhere` ON `abuse_rules` (`kind`,`value`) WHERE "abuse_rules"."site_id" IS NULL;--> statement-breakpoint
CREATE INDEX `abuse_rules_created_by` ON `abuse_rules` (`created_by`) WHERE "abuse_rules"."created_by" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `account_invites` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `sign_up_network` text;--> statement-breakpoint
CREATE INDEX `accounts_by_age` ON `accounts` (`created_at`);--> statement-breakpoint
CREATE INDEX `accounts_sign_up_network` ON `accounts` (`sign_up_network`) WHERE "accounts"."sign_up_network" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `draft_invites_by_email` ON `draft_invites` (`email`);