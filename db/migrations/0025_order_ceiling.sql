ALTER TABLE `orders` ADD `via` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `needs_approval` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `approved_at` text;