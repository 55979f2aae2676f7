ALTER TABLE `listings` ADD `merged_into` integer REFERENCES listings(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `listings_merged` ON `listings` (`merged_into`) WHERE "listings"."merged_into" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `duplicate_keys` (
	`site_id` integer NOT NULL,
	`key` integer NOT NULL,
	`listing_id` integer NOT NULL,
	PRIMARY KEY(`site_id`, `key`, `listing_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `duplicate_keys_listing` ON `duplicate_keys` (`listing_id`);--> statement-breakpoint
CREATE TABLE `duplicate_pairs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`reason` text NOT NULL,
	`score` integer NOT NULL,
	`found_at` text NOT NULL,
	`dismissed_at` text,
	`dismissed_by` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dismissed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "duplicate_pairs_reason" CHECK(reason IN ('site', 'name', 'lookalike', 'text')),
	CONSTRAINT "duplicate_pairs_order" CHECK("duplicate_pairs"."listing_id" < "duplicate_pairs"."other_id"),
	CONSTRAINT "duplicate_pairs_score" CHECK("duplicate_pairs"."score" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `duplicate_pairs_listings` ON `duplicate_pairs` (`listing_id`,`other_id`);--> statement-breakpoint
CREATE INDEX `duplicate_pairs_other` ON `duplicate_pairs` (`other_id`);--> statement-breakpoint
CREATE INDEX `duplicate_pairs_open` ON `duplicate_pairs` (`site_id`,"score" desc,"id" desc) WHERE "duplicate_pairs"."dismissed_at" IS NULL;
--> statement-breakpoint
INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings`
  WHERE id NOT IN (SELECT source_id FROM `texts_to_check` WHERE source = 'listing') ORDER BY id;
