CREATE TABLE `feed` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feed_kind" CHECK(kind IN ('listing', 'founder', 'post', 'category'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feed_record` ON `feed` (`site_id`,`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `feed_by_site` ON `feed` (`site_id`,`seq`);--> statement-breakpoint
CREATE TABLE `feed_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`posts_until` text NOT NULL,
	CONSTRAINT "feed_state_one_row" CHECK(id = 1)
);
--> statement-breakpoint
ALTER TABLE `founders` ADD `feed_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `founders_feed_id_unique` ON `founders` (`feed_id`);
--> statement-breakpoint
UPDATE `founders` SET feed_id = abs(random() % 9007199254740991);
--> statement-breakpoint
INSERT INTO `feed_state` (id, epoch, posts_until) VALUES (1, lower(hex(randomblob(8))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
--> statement-breakpoint
INSERT INTO `feed` (site_id, kind, record_id, at) SELECT site_id, 'category', id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM `categories`;
--> statement-breakpoint
INSERT INTO `feed` (site_id, kind, record_id, at) SELECT site_id, 'post', id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM `posts`;
--> statement-breakpoint
INSERT INTO `feed` (site_id, kind, record_id, at) SELECT site_id, 'listing', id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM `listings` WHERE status = 'live';
--> statement-breakpoint
INSERT INTO `feed` (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM `site_founders` s JOIN `founders` f ON f.id = s.founder_id;
--> statement-breakpoint
CREATE TRIGGER feed_replace BEFORE INSERT ON feed BEGIN
  DELETE FROM feed WHERE site_id = new.site_id AND kind = new.kind AND record_id = new.record_id;
END;
--> statement-breakpoint
CREATE TRIGGER feed_founders AFTER INSERT ON feed WHEN new.kind = 'listing' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l
    CROSS JOIN company_founders c ON c.company_id = l.company_id CROSS JOIN founders f ON f.id = c.founder_id
    CROSS JOIN site_founders s ON s.founder_id = f.id WHERE l.id = new.record_id;
END;
--> statement-breakpoint
CREATE TRIGGER listings_feed_insert AFTER INSERT ON listings WHEN new.status = 'live' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'listing', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER listings_feed_update AFTER UPDATE OF company_id, slug, status, plan, unlocked_sections, launch_week, votes, week_rank, rating, version, created_at, updated_at, headline, summary, faqs, seo_title, seo_description, landing_url ON listings WHEN 'live' IN (old.status, new.status) BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'listing', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER listings_feed_delete BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'listing', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER companies_feed_update AFTER UPDATE OF domain, url, logo_hash, verified_method, verified_until, name, description, pricing, platforms, socials ON companies BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_categories_feed_insert AFTER INSERT ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_categories_feed_update AFTER UPDATE ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_categories_feed_delete AFTER DELETE ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_tags_feed_insert AFTER INSERT ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_tags_feed_update AFTER UPDATE ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_tags_feed_delete AFTER DELETE ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_pictures_feed_insert AFTER INSERT ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_pictures_feed_update AFTER UPDATE ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_pictures_feed_delete AFTER DELETE ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_updates_feed_insert AFTER INSERT ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_updates_feed_update AFTER UPDATE ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_updates_feed_delete AFTER DELETE ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER milestones_feed_insert AFTER INSERT ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER milestones_feed_update AFTER UPDATE ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER milestones_feed_delete AFTER DELETE ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER stories_feed_insert AFTER INSERT ON stories WHEN new.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER stories_feed_update AFTER UPDATE ON stories WHEN old.published_at IS NOT NULL OR new.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER stories_feed_delete AFTER DELETE ON stories WHEN old.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ballots_feed_insert AFTER INSERT ON ballots WHEN new.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ballots_feed_update AFTER UPDATE ON ballots WHEN old.excluded IS NOT NULL OR new.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER ballots_feed_delete AFTER DELETE ON ballots WHEN old.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER domain_ratings_feed_insert AFTER INSERT ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = new.domain);
END;
--> statement-breakpoint
CREATE TRIGGER domain_ratings_feed_update AFTER UPDATE ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = new.domain);
END;
--> statement-breakpoint
CREATE TRIGGER domain_ratings_feed_delete AFTER DELETE ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = old.domain);
END;
--> statement-breakpoint
CREATE TRIGGER company_founders_feed_insert AFTER INSERT ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER company_founders_feed_update AFTER UPDATE ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER company_founders_feed_delete AFTER DELETE ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = old.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER interview_answers_feed_insert AFTER INSERT ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER interview_answers_feed_update AFTER UPDATE ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER interview_answers_feed_delete AFTER DELETE ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER founders_feed_id AFTER INSERT ON founders WHEN new.feed_id IS NULL BEGIN
  UPDATE founders SET feed_id = abs(random() % 9007199254740991) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER founders_feed_update AFTER UPDATE OF slug, name, photo_hash, bio, links ON founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.id; INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT company_id FROM company_founders WHERE founder_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER founders_feed_delete BEFORE DELETE ON founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER site_founders_feed_insert AFTER INSERT ON site_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT new.site_id, 'founder', feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM founders WHERE id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER site_founders_feed_delete AFTER DELETE ON site_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT old.site_id, 'founder', feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM founders WHERE id = old.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_feed_insert AFTER INSERT ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'category', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER categories_feed_update AFTER UPDATE OF slug, name, description, parent_id ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT site_id, 'category', id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM categories WHERE new.id IN (id, parent_id); INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id IN (SELECT listing_id FROM listing_categories WHERE category_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER categories_feed_delete AFTER DELETE ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'category', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER posts_feed_insert AFTER INSERT ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'post', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER posts_feed_update AFTER UPDATE ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'post', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
--> statement-breakpoint
CREATE TRIGGER posts_feed_delete AFTER DELETE ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'post', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;
