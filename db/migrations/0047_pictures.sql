CREATE TABLE `listing_pictures` (
	`listing_id` integer NOT NULL,
	`position` integer NOT NULL,
	`hash` text NOT NULL,
	`alt` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `position`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_pictures_position" CHECK(position BETWEEN 0 AND 5)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_pictures_hash` ON `listing_pictures` (`hash`,`listing_id`);
--> statement-breakpoint
CREATE TRIGGER listing_pictures_texts_insert AFTER INSERT ON listing_pictures BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER listing_pictures_texts_delete AFTER DELETE ON listing_pictures BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', old.listing_id);
END;
