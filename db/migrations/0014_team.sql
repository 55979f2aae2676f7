ALTER TABLE `mails` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `told_change_id` integer;--> statement-breakpoint
CREATE INDEX `changes_edits` ON `changes` (`id`) WHERE json_type("changes"."after", '$.versions') = 'object';