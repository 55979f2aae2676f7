CREATE TABLE `listing_reviews` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`requested_at` text NOT NULL,
	`change_text` text,
	`change_version` integer,
	`decided_at` text,
	`decided_by` integer,
	`approved_at` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "listing_reviews_change" CHECK(("listing_reviews"."change_text" IS NULL) = ("listing_reviews"."change_version" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `listing_reviews_open` ON `listing_reviews` (`site_id`,`requested_at`) WHERE approved_at IS NULL;--> statement-breakpoint
CREATE INDEX `listing_reviews_decided_by` ON `listing_reviews` (`decided_by`) WHERE "listing_reviews"."decided_by" IS NOT NULL;