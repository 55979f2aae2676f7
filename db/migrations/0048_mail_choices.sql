ALTER TABLE `accounts` ADD `week_results_stopped_at` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `awards_stopped_at` text;