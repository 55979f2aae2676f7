CREATE TABLE `listing_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`kind` text NOT NULL,
	`sentence` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`outcome` text,
	`reason` text,
	`decided_at` text,
	`decided_by` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "listing_reports_kind" CHECK(kind IN ('not_as_said', 'dead', 'not_theirs', 'other')),
	CONSTRAINT "listing_reports_outcome" CHECK("listing_reports"."outcome" IS NULL OR outcome IN ('decided', 'told', 'dismissed')),
	CONSTRAINT "listing_reports_decided" CHECK(("listing_reports"."outcome" IS NULL) = ("listing_reports"."decided_at" IS NULL) AND ("listing_reports"."outcome" IS NULL) = ("listing_reports"."reason" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `listing_reports_listing` ON `listing_reports` (`listing_id`,`id`);--> statement-breakpoint
CREATE INDEX `listing_reports_open` ON `listing_reports` (`id`) WHERE "listing_reports"."outcome" IS NULL;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` integer NOT NULL,
	`email` text NOT NULL,
	`new_email` text,
	`return_to` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_links_purpose" CHECK(purpose IN ('verify', 'sign_in', 'reset', 'approve', 'change', 'stop', 'erase'))
);
--> statement-breakpoint
INSERT INTO `__new_email_links`("token_hash", "purpose", "account_id", "email", "new_email", "return_to", "created_at", "expires_at", "used_at") SELECT "token_hash", "purpose", "account_id", "email", "new_email", "return_to", "created_at", "expires_at", "used_at" FROM `email_links`;--> statement-breakpoint
DROP TABLE `email_links`;--> statement-breakpoint
ALTER TABLE `__new_email_links` RENAME TO `email_links`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `email_links_account` ON `email_links` (`account_id`);--> statement-breakpoint
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `companies` ADD `seen_at` text;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`);