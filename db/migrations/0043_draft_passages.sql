ALTER TABLE `drafts` ADD `passages` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `suggested_categories` text DEFAULT '[]' NOT NULL;