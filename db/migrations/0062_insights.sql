CREATE TABLE `client_reads` (
	`site_id` integer NOT NULL,
	`day` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`client` text NOT NULL,
	`reads` integer NOT NULL,
	PRIMARY KEY(`site_id`, `day`, `listing_id`, `client`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `insight_counts` (
	`site_id` integer NOT NULL,
	`day` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`counter` integer NOT NULL,
	`channel` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`site_id`, `day`, `listing_id`, `counter`, `channel`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `query_listings` (
	`listing_id` integer NOT NULL,
	`query_id` integer NOT NULL,
	`impressions` integer NOT NULL,
	`position_sum` integer NOT NULL,
	`opens` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `query_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`query_id`) REFERENCES `search_queries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `query_listings_query` ON `query_listings` (`query_id`);--> statement-breakpoint
CREATE TABLE `search_queries` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`query` text NOT NULL,
	`callers` integer NOT NULL,
	`uses` integer NOT NULL,
	`results` integer NOT NULL,
	`opens` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "search_queries_callers" CHECK("search_queries"."callers" >= 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_queries_query` ON `search_queries` (`site_id`,`week`,`query`);--> statement-breakpoint
CREATE TABLE `weekly_callers` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`caller` text NOT NULL,
	`uses` integer NOT NULL,
	`results` integer NOT NULL,
	`listings` text DEFAULT '[]' NOT NULL,
	`last_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "weekly_callers_kind" CHECK(kind IN ('query', 'client'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `weekly_callers_text` ON `weekly_callers` (`site_id`,`week`,`kind`,`text`,`caller`);--> statement-breakpoint
CREATE INDEX `weekly_callers_caller` ON `weekly_callers` (`site_id`,`caller`);