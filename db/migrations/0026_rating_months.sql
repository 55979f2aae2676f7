CREATE TABLE `domain_rating_months` (
	`domain` text NOT NULL,
	`month` text NOT NULL,
	`value` integer NOT NULL,
	`source` text NOT NULL,
	`checked_at` text NOT NULL,
	PRIMARY KEY(`domain`, `month`),
	CONSTRAINT "domain_rating_months_value" CHECK("domain_rating_months"."value" BETWEEN 0 AND 100)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `domain_rating_months` SELECT `domain`, substr(`checked_at`, 1, 7), `value`, `source`, `checked_at` FROM `domain_ratings` ORDER BY `domain`;
