CREATE TABLE `site_founders` (
	`site_id` integer NOT NULL,
	`founder_id` integer NOT NULL,
	`name` text NOT NULL,
	`listing_count` integer NOT NULL,
	PRIMARY KEY(`site_id`, `founder_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_founders_by_name` ON `site_founders` (`site_id`,"name" collate nocase,`founder_id`);--> statement-breakpoint
CREATE INDEX `site_founders_founder` ON `site_founders` (`founder_id`);--> statement-breakpoint
ALTER TABLE `sites` ADD `founder_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Names of founders. The tokenizer folds case and accents; letters that carry no accent but are often typed without
-- their stroke are replaced here and in db/queries/founders.ts alike.
CREATE VIRTUAL TABLE `founder_search` USING fts5(
  name, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 2"
);
--> statement-breakpoint
CREATE TRIGGER `founders_search_insert` AFTER INSERT ON `founders` BEGIN
  INSERT INTO `founder_search` (rowid, name) VALUES (new.id,
    replace(replace(replace(replace(replace(new.name, 'ß', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'));
END;
--> statement-breakpoint
CREATE TRIGGER `founders_search_update` AFTER UPDATE OF `name` ON `founders` WHEN old.name <> new.name BEGIN
  INSERT OR REPLACE INTO `founder_search` (rowid, name) VALUES (new.id,
    replace(replace(replace(replace(replace(new.name, 'ß', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'));
  UPDATE `site_founders` SET name = new.name WHERE founder_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `founders_search_delete` AFTER DELETE ON `founders` BEGIN
  DELETE FROM `founder_search` WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `site_founders_count_insert` AFTER INSERT ON `site_founders` BEGIN
  UPDATE `sites` SET founder_count = founder_count + 1 WHERE id = new.site_id;
END;
--> statement-breakpoint
CREATE TRIGGER `site_founders_count_delete` AFTER DELETE ON `site_founders` BEGIN
  UPDATE `sites` SET founder_count = founder_count - 1 WHERE id = old.site_id;
END;
--> statement-breakpoint
CREATE TRIGGER `site_founders_empty` AFTER UPDATE OF `listing_count` ON `site_founders` WHEN new.listing_count = 0 BEGIN
  DELETE FROM `site_founders` WHERE site_id = new.site_id AND founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_founders_insert` AFTER INSERT ON `listings` WHEN new.status = 'live' BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT new.site_id, f.id, f.name, 1 FROM `company_founders` cf JOIN `founders` f ON f.id = cf.founder_id
    WHERE cf.company_id = new.company_id
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_founders_live` AFTER UPDATE OF `status` ON `listings` WHEN old.status <> 'live' AND new.status = 'live' BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT new.site_id, f.id, f.name, 1 FROM `company_founders` cf JOIN `founders` f ON f.id = cf.founder_id
    WHERE cf.company_id = new.company_id
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_founders_gone` AFTER UPDATE OF `status` ON `listings` WHEN old.status = 'live' AND new.status <> 'live' BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE site_id = new.site_id
    AND founder_id IN (SELECT founder_id FROM `company_founders` WHERE company_id = new.company_id);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_founders_delete` AFTER DELETE ON `listings` WHEN old.status = 'live' BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE site_id = old.site_id
    AND founder_id IN (SELECT founder_id FROM `company_founders` WHERE company_id = old.company_id);
END;
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
INSERT INTO `founder_search` (rowid, name) SELECT id,
  replace(replace(replace(replace(replace(name, 'ß', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l') FROM `founders`;
--> statement-breakpoint
INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
  SELECT l.site_id, f.id, f.name, count(*) FROM `listings` l JOIN `company_founders` cf ON cf.company_id = l.company_id
  JOIN `founders` f ON f.id = cf.founder_id WHERE l.status = 'live' GROUP BY l.site_id, f.id;
