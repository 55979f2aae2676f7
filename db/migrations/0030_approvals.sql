CREATE TABLE `proposals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`credential_kind` text NOT NULL,
	`credential_id` integer NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`input_hash` text NOT NULL,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`decision` text,
	`decided_at` text,
	`answer` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "proposals_decision" CHECK("proposals"."decision" IS NULL OR decision IN ('approved', 'refused')),
	CONSTRAINT "proposals_decided" CHECK(("proposals"."decision" IS NULL) = ("proposals"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `proposals_account` ON `proposals` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_call` ON `proposals` (`credential_kind`,`credential_id`,`operation`,`input_hash`);--> statement-breakpoint
CREATE INDEX `proposals_age` ON `proposals` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `mandate` text;--> statement-breakpoint
ALTER TABLE `changes` ADD `approved_by` integer;--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `mandate` text;