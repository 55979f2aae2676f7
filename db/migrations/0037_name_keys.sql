CREATE TABLE `name_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`plain` text NOT NULL,
	`key` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `name_keys_company_id_unique` ON `name_keys` (`company_id`);--> statement-breakpoint
CREATE INDEX `name_keys_key` ON `name_keys` (`key`,`id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_text_marks` (
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
	CONSTRAINT "text_marks_kind" CHECK(kind IN ('assistants', 'votes', 'names')),
	CONSTRAINT "text_marks_source" CHECK(("__new_text_marks"."listing_id" IS NULL) <> ("__new_text_marks"."post_id" IS NULL)),
	CONSTRAINT "text_marks_outcome" CHECK("__new_text_marks"."outcome" IS NULL OR outcome IN ('decided', 'told', 'dismissed', 'gone')),
	CONSTRAINT "text_marks_decided" CHECK(("__new_text_marks"."outcome" IS NULL) = ("__new_text_marks"."decided_at" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_text_marks`("id", "site_id", "listing_id", "post_id", "kind", "field", "sentence", "found_at", "outcome", "reason", "decided_at", "decided_by") SELECT "id", "site_id", "listing_id", "post_id", "kind", "field", "sentence", "found_at", "outcome", "reason", "decided_at", "decided_by" FROM `text_marks`;--> statement-breakpoint
DROP TABLE `text_marks`;--> statement-breakpoint
ALTER TABLE `__new_text_marks` RENAME TO `text_marks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `text_marks_listing` ON `text_marks` (`listing_id`);--> statement-breakpoint
CREATE INDEX `text_marks_post` ON `text_marks` (`post_id`);--> statement-breakpoint
CREATE INDEX `text_marks_open` ON `text_marks` (`site_id`,`id`) WHERE outcome IS NULL;--> statement-breakpoint
-- By hand: the names of all listings are compared once, the oldest first.
INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` ORDER BY id;
--> statement-breakpoint
-- By hand: empty path segments make no other product. Keys that would be taken then stay as they are.
UPDATE OR IGNORE `companies` SET url_key = rtrim(
  replace(replace(replace(replace(substr(url_key, 1, instr(url_key || '?', '?') - 1), '//', '/'), '//', '/'), '//', '/'), '//', '/'),
  '/') || substr(url_key, instr(url_key || '?', '?'))
  WHERE url_key LIKE '%//%' OR url_key LIKE '%/' OR url_key LIKE '%/?%';
--> statement-breakpoint
-- By hand: a ready draft no longer waits for a language model.
UPDATE `drafts` SET warnings = (SELECT json_group_array(json(value)) FROM json_each(warnings) WHERE value ->> 'code' <> 'model_pending')
  WHERE warnings LIKE '%model_pending%';
