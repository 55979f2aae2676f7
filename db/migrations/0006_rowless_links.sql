-- Tables that are only ever found by their key are kept in the order of that key (SQLite, "Clustered Indexes And The
-- WITHOUT ROWID Optimization"): a card of a list reads one page for each of them in place of two.
CREATE TABLE `__moved` AS SELECT * FROM `listing_categories`;
--> statement-breakpoint
DROP TABLE `listing_categories`;
--> statement-breakpoint
CREATE TABLE `listing_categories` (
	`listing_id` integer NOT NULL,
	`category_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`listing_id`, `category_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `listing_categories` SELECT * FROM `__moved` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `__moved`;
--> statement-breakpoint
CREATE INDEX `listing_categories_category` ON `listing_categories` (`category_id`);
--> statement-breakpoint
CREATE TRIGGER `listing_categories_count_insert` AFTER INSERT ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count + 1
    WHERE id = new.category_id AND (SELECT status FROM `listings` WHERE id = new.listing_id) = 'live';
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_count_delete` AFTER DELETE ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count - 1
    WHERE id = old.category_id AND (SELECT status FROM `listings` WHERE id = old.listing_id) = 'live';
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_same_site` BEFORE INSERT ON `listing_categories`
WHEN (SELECT site_id FROM `listings` WHERE id = new.listing_id) <> (SELECT site_id FROM `categories` WHERE id = new.category_id) BEGIN
  SELECT RAISE(ABORT, 'the category belongs to another site than the listing');
END;
--> statement-breakpoint
CREATE TABLE `__moved` AS SELECT * FROM `listing_tags`;
--> statement-breakpoint
DROP TABLE `listing_tags`;
--> statement-breakpoint
CREATE TABLE `listing_tags` (
	`listing_id` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`listing_id`, `tag`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `listing_tags` SELECT * FROM `__moved` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `__moved`;
--> statement-breakpoint
CREATE INDEX `listing_tags_tag` ON `listing_tags` (`tag`);
--> statement-breakpoint
CREATE TABLE `__moved` AS SELECT * FROM `company_founders`;
--> statement-breakpoint
DROP TABLE `company_founders`;
--> statement-breakpoint
CREATE TABLE `company_founders` (
	`company_id` integer NOT NULL,
	`founder_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `founder_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `company_founders` SELECT * FROM `__moved` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `__moved`;
--> statement-breakpoint
CREATE INDEX `company_founders_founder` ON `company_founders` (`founder_id`);
--> statement-breakpoint
CREATE TRIGGER `company_founders_insert` AFTER INSERT ON `company_founders` BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT l.site_id, f.id, f.name, 1 FROM `listings` l JOIN `founders` f ON f.id = new.founder_id
    WHERE l.company_id = new.company_id AND l.status = 'live'
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `company_founders_delete` AFTER DELETE ON `company_founders` BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE founder_id = old.founder_id
    AND site_id IN (SELECT site_id FROM `listings` WHERE company_id = old.company_id AND status = 'live');
END;
--> statement-breakpoint
CREATE TABLE `__moved` AS SELECT * FROM `domain_ratings`;
--> statement-breakpoint
DROP TABLE `domain_ratings`;
--> statement-breakpoint
CREATE TABLE `domain_ratings` (
	`domain` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`source` text NOT NULL,
	`checked_at` text NOT NULL,
	`previous_value` integer,
	CONSTRAINT "domain_ratings_value" CHECK("domain_ratings"."value" BETWEEN 0 AND 100),
	CONSTRAINT "domain_ratings_previous" CHECK("domain_ratings"."previous_value" IS NULL OR "domain_ratings"."previous_value" BETWEEN 0 AND 100)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `domain_ratings` SELECT * FROM `__moved` ORDER BY 1;
--> statement-breakpoint
DROP TABLE `__moved`;
