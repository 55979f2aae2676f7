ALTER TABLE `founders` ADD `in_data_set` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `founders` ADD `left_data_set_at` text;