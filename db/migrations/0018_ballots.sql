CREATE TABLE `ballot_snapshots` (
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`document` text NOT NULL,
	`public_key` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`site_id`, `week`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `ballots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`listing_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`cast_at` text NOT NULL,
	`excluded` text,
	`note` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ballots_excluded" CHECK("ballots"."excluded" IS NULL OR excluded IN ('account_new', 'address_unproved', 'account_suspended', 'team')),
	CONSTRAINT "ballots_note" CHECK(("ballots"."note" IS NOT NULL) = ("ballots"."excluded" IS 'team'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ballots_account` ON `ballots` (`account_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `ballots_listing` ON `ballots` (`listing_id`,`excluded`,`cast_at`);--> statement-breakpoint
CREATE INDEX `ballots_week` ON `ballots` (`site_id`,`week`,`excluded`);--> statement-breakpoint
CREATE TABLE `unballoted_votes` (
	`listing_id` integer NOT NULL,
	`period` text NOT NULL,
	`votes` integer NOT NULL,
	`voted_at` text,
	PRIMARY KEY(`listing_id`, `period`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "unballoted_votes_votes" CHECK("unballoted_votes"."votes" >= 0)
);
