CREATE TABLE `listing_cards` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`facts` text NOT NULL,
	`logo_hash` text,
	`offer` text NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- A stored card is taken away by whatever changes something in it, but for votes and the rank, which are not in it.
CREATE TRIGGER `listings_cards_update` AFTER UPDATE OF `company_id`, `slug`, `headline`, `summary`, `status`, `plan`,
  `launch_week`, `rating`, `created_at`, `updated_at` ON `listings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `companies_cards_update` AFTER UPDATE OF `domain`, `name`, `url`, `logo_hash`, `pricing`, `platforms`,
  `verified_method`, `verified_until` ON `companies` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (SELECT id FROM `listings` WHERE company_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_cards_insert` AFTER INSERT ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_cards_update` AFTER UPDATE ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (old.listing_id, new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_cards_delete` AFTER DELETE ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER `categories_cards_update` AFTER UPDATE OF `slug`, `name` ON `categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (SELECT listing_id FROM `listing_categories` WHERE category_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `domain_ratings_cards_insert` AFTER INSERT ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain = new.domain);
END;
--> statement-breakpoint
CREATE TRIGGER `domain_ratings_cards_update` AFTER UPDATE ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain IN (old.domain, new.domain));
END;
--> statement-breakpoint
CREATE TRIGGER `domain_ratings_cards_delete` AFTER DELETE ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain = old.domain);
END;
