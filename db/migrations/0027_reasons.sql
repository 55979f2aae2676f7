CREATE TABLE `decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`status` text NOT NULL,
	`ground` text NOT NULL,
	`clause` text,
	`facts` text NOT NULL,
	`origin` text NOT NULL,
	`decided_at` text NOT NULL,
	`decided_by` integer,
	`answer` text,
	`answered_at` text,
	`answered_by` integer,
	`outcome` text,
	`outcome_reason` text,
	`outcome_at` text,
	`outcome_by` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`answered_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`outcome_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "decisions_status" CHECK(status IN ('suspended', 'rejected')),
	CONSTRAINT "decisions_ground" CHECK(ground IN ('not_as_said', 'dead', 'no_product', 'not_theirs', 'steering', 'harmful', 'rights', 'unlawful')),
	CONSTRAINT "decisions_origin" CHECK(origin IN ('reports', 'texts', 'team')),
	CONSTRAINT "decisions_answer" CHECK(("decisions"."answer" IS NULL) = ("decisions"."answered_at" IS NULL)),
	CONSTRAINT "decisions_outcome" CHECK("decisions"."outcome" IS NULL OR outcome IN ('upheld', 'reversed')),
	CONSTRAINT "decisions_settled" CHECK(("decisions"."outcome" IS NULL) = ("decisions"."outcome_at" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `decisions_listing` ON `decisions` (`listing_id`,`id`);--> statement-breakpoint
CREATE INDEX `decisions_answered` ON `decisions` (`answered_at`) WHERE answer IS NOT NULL AND outcome IS NULL;--> statement-breakpoint
CREATE TABLE `text_marks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer,
	`post_id` integer,
	`kind` text NOT NULL,
	`field` text NOT NULL,
	`sentence` text NOT NULL,
	`found_at` text NOT NULL,
	`outcome` text,
	`reason` text,
	`decided_at` text,
	`decided_by` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "text_marks_kind" CHECK(kind IN ('assistants', 'votes')),
	CONSTRAINT "text_marks_source" CHECK(("text_marks"."listing_id" IS NULL) <> ("text_marks"."post_id" IS NULL)),
	CONSTRAINT "text_marks_outcome" CHECK("text_marks"."outcome" IS NULL OR outcome IN ('decided', 'told', 'dismissed', 'gone')),
	CONSTRAINT "text_marks_decided" CHECK(("text_marks"."outcome" IS NULL) = ("text_marks"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `text_marks_listing` ON `text_marks` (`listing_id`);--> statement-breakpoint
CREATE INDEX `text_marks_post` ON `text_marks` (`post_id`);--> statement-breakpoint
CREATE INDEX `text_marks_open` ON `text_marks` (`site_id`,`id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE TABLE `texts_to_check` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`source_id` integer NOT NULL,
	CONSTRAINT "texts_to_check_source" CHECK(source IN ('listing', 'post'))
);
--> statement-breakpoint
ALTER TABLE `listing_reports` ADD `email` text;--> statement-breakpoint
CREATE INDEX `listing_reports_email` ON `listing_reports` (`email`) WHERE "listing_reports"."email" IS NOT NULL;--> statement-breakpoint
-- Whatever writes a text that is published has it looked through: what is there already, first.
INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` ORDER BY id;
--> statement-breakpoint
INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'post', id FROM `posts` ORDER BY id;
--> statement-breakpoint
CREATE TRIGGER `listings_texts_insert` AFTER INSERT ON `listings` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_texts_update` AFTER UPDATE OF `headline`, `summary`, `seo_title`, `seo_description`, `faqs` ON `listings` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `companies_texts_update` AFTER UPDATE OF `name`, `description` ON `companies`
WHEN old.name <> new.name OR old.description <> new.description BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` WHERE company_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `listing_updates_texts_insert` AFTER INSERT ON `listing_updates` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `milestones_texts_insert` AFTER INSERT ON `milestones` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `milestones_texts_delete` AFTER DELETE ON `milestones` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', old.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `stories_texts_insert` AFTER INSERT ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `stories_texts_update` AFTER UPDATE ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `founders_texts_update` AFTER UPDATE OF `name`, `bio` ON `founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `company_founders_texts_insert` AFTER INSERT ON `company_founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` WHERE company_id = new.company_id;
END;
--> statement-breakpoint
CREATE TRIGGER `interview_answers_texts_insert` AFTER INSERT ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER `interview_answers_texts_update` AFTER UPDATE OF `answer` ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER `posts_texts_insert` AFTER INSERT ON `posts` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('post', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `posts_texts_update` AFTER UPDATE OF `title`, `excerpt`, `body_markdown` ON `posts` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('post', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `stories_texts_delete` AFTER DELETE ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', old.listing_id);
END;
--> statement-breakpoint
CREATE TRIGGER `interview_answers_texts_delete` AFTER DELETE ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = old.founder_id;
END;
--> statement-breakpoint
CREATE TRIGGER `company_founders_texts_delete` AFTER DELETE ON `company_founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` WHERE company_id = old.company_id;
END;
