CREATE TABLE `claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`listing_id` integer,
	`company_id` integer,
	`slug` text NOT NULL,
	`url` text NOT NULL,
	`method` text NOT NULL,
	`token` text NOT NULL,
	`email` text,
	`link_hash` text,
	`link_sent_at` text,
	`link_expires_at` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`checking_since` text,
	`checked_at` text,
	`error_code` text,
	`error_message` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`proved_at` text,
	`verified_until` text,
	`misses` integer DEFAULT 0 NOT NULL,
	`next_check_at` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "claims_method" CHECK(method IN ('dns', 'meta', 'file', 'email')),
	CONSTRAINT "claims_status" CHECK(status IN ('pending', 'verified', 'failed', 'expired', 'revoked')),
	CONSTRAINT "claims_email_method" CHECK(("claims"."method" = 'email') = ("claims"."email" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_token_unique` ON `claims` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `claims_link_hash_unique` ON `claims` (`link_hash`);--> statement-breakpoint
CREATE INDEX `claims_account` ON `claims` (`account_id`,`site_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `claims_company` ON `claims` (`company_id`,`status`);--> statement-breakpoint
CREATE INDEX `claims_listing` ON `claims` (`listing_id`);--> statement-breakpoint
CREATE INDEX `claims_email` ON `claims` (`email`,`link_sent_at`) WHERE "claims"."email" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `claims_expiry` ON `claims` (`expires_at`) WHERE "claims"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `claims_recheck` ON `claims` (`next_check_at`) WHERE "claims"."status" = 'verified';--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claim_id` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`reason` text,
	`opened_at` text NOT NULL,
	`decided_at` text,
	`decided_by` integer,
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "disputes_status_known" CHECK(status IN ('open', 'granted', 'refused', 'withdrawn'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_claim` ON `disputes` (`claim_id`);--> statement-breakpoint
CREATE INDEX `disputes_status` ON `disputes` (`status`,"id" desc);--> statement-breakpoint
ALTER TABLE `company_owners` ADD `read_only_since` text;