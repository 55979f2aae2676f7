CREATE TABLE `company_owners` (
	`company_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`via` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`company_id`, `account_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `company_owners_account` ON `company_owners` (`account_id`);--> statement-breakpoint
CREATE TABLE `draft_invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`draft_id` integer NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`accepted_by` integer,
	`accepted_at` text,
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`accepted_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "draft_invites_accepted" CHECK(("draft_invites"."accepted_by" IS NULL) = ("draft_invites"."accepted_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `draft_invites_token_hash_unique` ON `draft_invites` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `draft_invites_email` ON `draft_invites` (`draft_id`,`email`);--> statement-breakpoint
CREATE INDEX `draft_invites_accepted_by` ON `draft_invites` (`accepted_by`);--> statement-breakpoint
CREATE TABLE `draft_pages` (
	`draft_id` integer NOT NULL,
	`url` text NOT NULL,
	`position` integer NOT NULL,
	`page` blob NOT NULL,
	PRIMARY KEY(`draft_id`, `url`),
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`arrived_key` text NOT NULL,
	`status` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`steps` integer NOT NULL,
	`note` text NOT NULL,
	`fields` text DEFAULT '{}' NOT NULL,
	`evidence` text DEFAULT '{}' NOT NULL,
	`warnings` text DEFAULT '[]' NOT NULL,
	`edited_fields` text DEFAULT '[]' NOT NULL,
	`logo_hash` text,
	`logo_source` text,
	`written_by` text,
	`error_code` text,
	`error_message` text,
	`listing_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`logo_hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_status" CHECK(status IN ('crawling', 'drafting', 'ready', 'failed', 'submitted', 'expired')),
	CONSTRAINT "drafts_written_by" CHECK("drafts"."written_by" IS NULL OR written_by IN ('claude', 'extractive')),
	CONSTRAINT "drafts_error" CHECK(("drafts"."status" = 'failed') = ("drafts"."error_code" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `drafts_account` ON `drafts` (`account_id`,`site_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `drafts_listing` ON `drafts` (`listing_id`);--> statement-breakpoint
CREATE INDEX `drafts_expiry` ON `drafts` (`expires_at`) WHERE "drafts"."status" NOT IN ('submitted', 'expired');--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_open` ON `drafts` (`account_id`,`site_id`,`url_key`) WHERE "drafts"."status" IN ('crawling', 'drafting', 'ready');--> statement-breakpoint
CREATE TABLE `model_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`reserved_tokens` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `lane` text;--> statement-breakpoint
CREATE INDEX `jobs_lanes` ON `jobs` (`lane`) WHERE "jobs"."state" = 'leased' AND "jobs"."lane" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `sandbox_of` integer REFERENCES sites(id);--> statement-breakpoint
CREATE UNIQUE INDEX `sites_sandbox_of_unique` ON `sites` (`sandbox_of`);